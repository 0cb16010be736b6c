import type { Authorship } from '@leadlight/domain/authors'
import { lockPosts } from '../../core/posts/post-writes.ts'
import { retentionScope } from '../../platform/scopes.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { erasePosts } from './erase-posts.ts'
import { selectUnclaimedByAuthor } from './retention-store.ts'
import { selectUnclaimed } from './select-unclaimed.ts'

const POSTS_AT_ONCE = 200

/**
 * Erases these authors' posts that are nobody's lead: deleted where nothing refers to them, else emptied. Any
 * organization's leads stay.
 */
export async function eraseUnclaimedBy(
  { db, clock }: Pick<RetentionDependencies, 'db' | 'clock'>,
  authors: readonly Authorship[],
): Promise<void> {
  for (const author of authors) {
    let held = POSTS_AT_ONCE
    while (held === POSTS_AT_ONCE) {
      held = await db.transaction(retentionScope(), async (tx) => {
        const found = await selectUnclaimedByAuthor(tx, author, POSTS_AT_ONCE)
        if (found.length === 0) return 0
        // Asked again once they are locked: somebody may have made a lead of one before that.
        const ids = await selectUnclaimed(tx, await lockPosts(tx, found))
        await erasePosts(tx, ids, clock.now())
        return found.length
      })
    }
  }
}
