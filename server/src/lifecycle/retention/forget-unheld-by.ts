import { retentionScope } from '../../platform/scopes.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { deleteUnneeded, erasePosts, lockUnheldByAuthor, type PostAuthorship } from './retention-store.ts'

export type { PostAuthorship } from './retention-store.ts'

const POSTS_AT_ONCE = 200

/**
 * Erases the posts of these authors that are nobody's lead: deleted where nothing refers to them, else emptied. What is a lead of some
 * organization stays for that one.
 */
export async function forgetUnheldBy(
  { db, clock }: Pick<RetentionDependencies, 'db' | 'clock'>,
  authors: readonly PostAuthorship[],
): Promise<void> {
  for (const author of authors) {
    let held = POSTS_AT_ONCE
    while (held === POSTS_AT_ONCE) {
      held = await db.transaction(retentionScope(), async (tx) => {
        const ids = await lockUnheldByAuthor(tx, author, POSTS_AT_ONCE)
        if (ids.length === 0) return 0
        await deleteUnneeded(tx, ids)
        await erasePosts(tx, ids, clock.now())
        return ids.length
      })
    }
  }
}
