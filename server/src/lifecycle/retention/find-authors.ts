import { type FoundAuthor, selectAuthors } from '../../core/posts/post-writes.ts'
import type { Db } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'

/**
 * Who on a platform is called so: by the platform's id, the name or the address of their profile, to the letter. Several where the platform has
 * several of that name, or counts its people anew on each of its sites. Whoever has no post left here is not found.
 */
export async function findAuthors(
  { db }: { db: Db },
  { platform, called }: { platform: string; called: string },
): Promise<FoundAuthor[]> {
  return db.transaction(retentionScope(), (tx) => selectAuthors(tx, { platform, called }))
}
