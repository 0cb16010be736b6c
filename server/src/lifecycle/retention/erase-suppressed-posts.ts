import { lockPosts } from '../../core/posts/post-writes.ts'
import { findSuppressedPosts } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Tx } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'
import { erasePosts } from './erase-posts.ts'
import { followPosts } from './follow-posts.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { selectAuthoredAfter, type AuthoredPost } from './retention-store.ts'

const POSTS_AT_ONCE = 2_000

/**
 * Erases the posts whose authors nobody may keep, whoever's leads they are. Looks at every post, some thousands at a
 * time. Returns how many were erased.
 */
export async function eraseSuppressedPosts(
  deps: Pick<RetentionDependencies, 'db' | 'clock'> & { suppression: Suppression },
  signal: AbortSignal,
): Promise<number> {
  let erased = 0
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    signal.throwIfAborted()
    const from: string = after
    after = await deps.db.transaction(retentionScope(), async (tx) => {
      const posts = await selectAuthoredAfter(tx, { after: from, limit: POSTS_AT_ONCE })
      const ids = await lockPosts(tx, await findSuppressed(tx, deps.suppression, posts))
      if (ids.length > 0) await erasePosts(tx, ids, deps.clock.now())
      erased += ids.length
      return posts.length < POSTS_AT_ONCE ? undefined : posts.at(-1)?.id
    })
  }
  if (erased > 0) await followPosts(deps)
  return erased
}

async function findSuppressed(tx: Tx, suppression: Suppression, posts: readonly AuthoredPost[]): Promise<string[]> {
  const found = await findSuppressedPosts(
    tx,
    suppression,
    posts.map(({ platform, author }) => ({ platform, author, organizationId: null })),
  )
  return posts.flatMap(({ id }, at) => (found.has(at) ? [id] : []))
}
