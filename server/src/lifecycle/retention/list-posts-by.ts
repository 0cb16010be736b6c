import { authorshipOf } from '@leadlight/domain/authors'
import type { Db } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'
import type { FoundAuthor } from './find-authors.ts'
import { selectPostsBy, type PostBy } from './retention-store.ts'

/** Every stored post of these authors of a platform, whoever's lead it is or nobody's, the newest first. */
export async function listPostsBy(
  { db }: { db: Db },
  { platform, authors }: { platform: string; authors: readonly FoundAuthor[] },
): Promise<PostBy[]> {
  const posts: PostBy[] = []
  for (const author of authors) {
    posts.push(
      ...(await db.transaction(retentionScope(), (tx) => selectPostsBy(tx, authorshipOf(platform, ...author)))),
    )
  }
  return posts
}
