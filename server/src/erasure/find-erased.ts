import { accountOf, type Author } from '@leadlight/domain/authors'
import type { Tx } from '../platform/db.ts'
import { selectErased } from './erased-author-store.ts'

/** Which of these posts the organization must not keep, since their authors were erased from it. */
export async function findErased(
  tx: Tx,
  organizationId: string,
  posts: readonly { id: string; platform: string; author: Author | null }[],
): Promise<ReadonlySet<string>> {
  const accounts = posts.flatMap(({ id, platform, author }) => {
    const account = accountOf(platform, author)
    return account ? [{ postId: id, platform, externalId: account.externalId }] : []
  })
  return accounts.length === 0 ? new Set() : new Set(await selectErased(tx, organizationId, accounts))
}
