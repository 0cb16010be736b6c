import { postText } from '@leadlight/engine/language/post-text'
import { BEST_POSTS, type ReachState, type SeenPost } from '@leadlight/engine/reach/reach'
import { wordsOfPost } from '@leadlight/engine/reach/telling-words'
import type { Tx } from '../../platform/db.ts'
import { selectPosts } from '../../core/posts/posts.ts'
import { selectRanked } from './candidate-store.ts'
import type { SearchRow } from './search-store.ts'

/**
 * What a search has seen, cached in one run: each post is read once. The database alone decides what was seen, so a run
 * that takes over starts empty and learns the same.
 */
export interface SeenPosts {
  /** All posts sifted so far, and the best of them with their words. */
  read(tx: Tx, search: SearchRow): Promise<Pick<ReachState, 'seen' | 'best'>>
}

export function createSeenPosts(): SeenPosts {
  const seen: SeenPost[] = []
  const words = new Map<string, ReadonlySet<string>>()
  let position = 0
  return {
    async read(tx, search) {
      const ranked = await selectRanked(tx, search, position)
      position = ranked.at(-1)?.position ?? position
      seen.push(...ranked.map(({ post }) => post))
      const best = seen.toSorted((a, b) => b.rank - a.rank).slice(0, BEST_POSTS)
      const unread = best.filter(({ id }) => !words.has(id)).map(({ id }) => id)
      for (const post of await selectPosts(tx, unread)) words.set(post.id, wordsOfPost(postText(post)))
      return { seen, best: best.map((post) => ({ ...post, words: words.get(post.id) ?? new Set() })) }
    },
  }
}
