import { type FoundAuthor, selectAuthors } from '../../core/posts/post-writes.ts'
import type { Db } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'

/**
 * The authors on a platform with exactly this id, name or profile address. Several share a name, or an id where a
 * platform numbers its users per site. Somebody with no post left here is not found.
 */
export async function findAuthors(
  { db }: { db: Db },
  { platform, called }: { platform: string; called: string },
): Promise<FoundAuthor[]> {
  return db.transaction(retentionScope(), (tx) => selectAuthors(tx, { platform, called }))
}
