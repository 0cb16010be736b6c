import type { AskedSearch, AskedSearches } from '@leadlight/contract/asked-searches'

/** A question that was put to a platform; pass only what the test is about. */
export function askedSearch(parts: Partial<AskedSearch> = {}): AskedSearch {
  return {
    words: 'invoice',
    in_title: false,
    community: null,
    why: 'signal',
    pages: 1,
    brought: 100,
    new: 80,
    judged: 20,
    kept: 3,
    hits: null,
    state: 'done',
    error: null,
    ...parts,
  }
}

/** What a search asked Reddit. */
export function askedReddit(searches: readonly AskedSearch[], parts: Partial<AskedSearches> = {}): AskedSearches {
  return {
    search_id: '01920000-0000-7000-8000-0000000000b1',
    state: 'done',
    seen: 300,
    judged: 60,
    kept: 9,
    is_exact: true,
    held: { posts: 212, judged: 40, kept: 6 },
    channels: [{ platform: 'reddit', display_name: 'Reddit', searches: [...searches] }],
    ...parts,
  }
}
