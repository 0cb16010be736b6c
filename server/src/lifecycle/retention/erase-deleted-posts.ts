import type { Authorship } from '@leadlight/domain/authors'
import { anyLivePost, lockPostsByAuthor, lockPostsByExternalId } from '../../core/posts/post-writes.ts'
import type { Tx } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'
import { followPosts } from './follow-posts.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { erasePosts } from './erase-posts.ts'

const POSTS_AT_ONCE = 200

type ForgetDependencies = Pick<RetentionDependencies, 'db' | 'clock'>

/**
 * Erases posts that were deleted at their source, whoever's leads they are: their words, author and evidence go, and no
 * search finds them. Leads and the team's own words stay. Posts that nobody refers to go whole. Unknown or already
 * forgotten ids are passed over. Returns how many were forgotten.
 */
export async function eraseDeletedPosts(
  deps: ForgetDependencies,
  platform: string,
  externalIds: readonly string[],
): Promise<number> {
  let forgotten = 0
  for (let from = 0; from < externalIds.length; from += POSTS_AT_ONCE) {
    const some = externalIds.slice(from, from + POSTS_AT_ONCE)
    // A stream names everything deleted anywhere; hardly any of it is kept here.
    const [known] = await deps.db.read(retentionScope(), anyLivePost(platform, some))
    if (!known) continue
    forgotten += await forgetHeld(deps, (tx) => lockPostsByExternalId(tx, platform, some))
  }
  if (forgotten > 0) await followPosts(deps)
  return forgotten
}

/** Forgets all posts of an author whose account was deleted or taken down, found by its id alone. */
export function erasePostsOfAuthor(
  deps: ForgetDependencies,
  platform: string,
  { externalId }: { externalId: string },
): Promise<number> {
  return erasePostsBy(deps, { platform, externalIds: [externalId], names: [], site: null })
}

/** Forgets all posts of an author, however they name them. Returns how many. */
export async function erasePostsBy(deps: ForgetDependencies, author: Authorship): Promise<number> {
  let forgotten = 0
  for (;;) {
    const some = await forgetHeld(deps, (tx) => lockPostsByAuthor(tx, author, POSTS_AT_ONCE))
    if (some === 0) break
    forgotten += some
  }
  if (forgotten > 0) await followPosts(deps)
  return forgotten
}

/**
 * Whoever made a lead or a candidate of one of them before has committed; whoever does so from now on finds it gone.
 */
function forgetHeld({ db, clock }: ForgetDependencies, hold: (tx: Tx) => Promise<string[]>): Promise<number> {
  return db.transaction(retentionScope(), async (tx) => {
    const ids = await hold(tx)
    if (ids.length === 0) return 0
    await erasePosts(tx, ids, clock.now())
    return ids.length
  })
}
