import { findRepeated } from '../../workspace/leads/find-repeated.ts'
import { noteCopies } from '../../workspace/leads/note-copies.ts'
import { withdrawMatches } from '../../workspace/leads/withdraw-matches.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockSignalFirst } from '../../core/signals/signals.ts'
import { announceSearch } from './announce-search.ts'
import { selectCandidates, setSifted } from './candidate-store.ts'
import { dropRepeats } from './drop-repeats.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { PassedPosts } from './passed-posts.ts'
import { selectPosts } from '../../core/posts/posts.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'
import type { Sifter } from './sift-posts.ts'

/** Few, so that the search is seen going on: most of the time goes into each post's meaning. */
const POSTS_PER_SIFT = 32

/**
 * Lets through the posts worth judging. A post that repeats another of the search, or a lead of the project, is
 * dropped: the same words are one conversation and paid for once. The copy is noted.
 */
export async function siftCandidates(
  deps: MatchingDependencies,
  { search: seen, passed, sifter }: { search: SearchRow; passed: PassedPosts; sifter: Sifter },
): Promise<void> {
  const scope = organizationScope(seen.organizationId)
  const { posts, missing, passedBefore, repeated } = await deps.db.transaction(scope, async (tx) => {
    const candidates = await selectCandidates(tx, seen, { state: 'seen', limit: POSTS_PER_SIFT })
    const ids = candidates.map(({ postId }) => postId)
    const posts = await withoutSuppressed(tx, deps.suppression, { ...seen, posts: await selectPosts(tx, ids) })
    const found = new Set(posts.map((post) => post.id))
    return {
      posts,
      missing: candidates.filter(({ postId }) => !found.has(postId)),
      passedBefore: await passed.before(tx, seen, candidates[0]?.position ?? 0),
      repeated: await findRepeated(tx, seen.organizationId, {
        projectId: seen.projectId,
        signalId: seen.signalId,
        postIds: posts.map((post) => post.id),
      }),
    }
  })
  const sifted = await sifter(posts)
  const taken = createDuplicateIndex()
  const known = {
    find: (fingerprint: Uint8Array) => passedBefore.find(fingerprint) ?? taken.find(fingerprint),
    add: (fingerprint: Uint8Array, postId: string) => taken.add(fingerprint, postId),
  }
  const { once, copies } = dropRepeats(posts, sifted, { passed: known, repeated })
  await deps.checkpoint('sifted')
  await deps.db.transaction(scope, async (tx) => {
    await lockSignalFirst(tx, seen.organizationId, seen.signalId)
    const search = await lockSearch(tx, seen.organizationId, seen.id)
    if (search?.state !== 'running') return
    // Posts deleted at their source meanwhile are passed over, and so are those of authors who objected.
    const all = [...once, ...missing.map(({ postId }) => ({ postId, passed: false, rank: 0 }))]
    await setSifted(tx, search, all)
    await noteCopies(tx, search, copies)
    // After a rewording, earlier matches may be too far off to be judged; they are rejected all the same.
    const far = new Set(sifted.filter(({ passed }) => !passed).map(({ postId }) => postId))
    const lost = await withdrawMatches(
      tx,
      search,
      posts.filter((post) => far.has(post.id)),
    )
    const passedOver = all.filter(({ passed }) => !passed).length
    await updateSearch(tx, search, { passedOver: search.passedOver + passedOver, lost: search.lost + lost })
    await announceSearch(tx, deps, search)
  })
}
