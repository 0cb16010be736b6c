import { describe, expect, test } from 'vitest'
import { countGains } from './gains.ts'
import type { AskedSearch, ReachTarget, SeenPost } from './reach.ts'

const TARGET: ReachTarget = { platform: 'a', source: null, takes: 'words', hasCommunities: true, pagesMax: 60 }

function asked(position: number, over: Partial<AskedSearch> = {}): AskedSearch {
  const search = { platform: 'a', source: null, words: `word${position}`, inTitle: false }
  return { ...search, position, origin: 'signal', pages: 1, posts: 20, state: 'open', isCut: false, ...over }
}

let posts = 0
function page(position: number, number: number, ranks: readonly number[], title: string | null = null): SeenPost[] {
  return ranks.map((rank) => ({
    id: String(posts++),
    rank,
    by: { position, page: number },
    platform: 'a',
    community: null,
    title,
  }))
}

describe('what the next page of a search is taken to bring', () => {
  test('is what its first page brought', () => {
    const one = asked(0)
    expect(countGains({ asked: [one], seen: page(0, 1, [0.5, 0.4, 0.1]), targets: [TARGET] }).ofNext(one)).toBe(2)
  })

  test('is mostly what its last page brought, and a little what the one before did', () => {
    const one = asked(0, { pages: 2 })
    const seen = [...page(0, 1, [0.5, 0.5, 0.5, 0.5, 0.5]), ...page(0, 2, [0.5, 0.1])]
    expect(countGains({ asked: [one], seen, targets: [TARGET] }).ofNext(one)).toBeCloseTo(0.6 + 0.4 * 5)
  })

  test('is nothing where a page brought only what was seen before', () => {
    const one = asked(0)
    expect(countGains({ asked: [one], seen: [], targets: [TARGET] }).ofNext(one)).toBe(0)
  })

  test('counts nothing that was held before', () => {
    const one = asked(0)
    const held = page(0, 1, [0.5, 0.5]).map((post) => ({ ...post, by: null }))
    expect(countGains({ asked: [one], seen: held, targets: [TARGET] }).ofNext(one)).toBe(0)
  })
})

test('of many posts only the best fifth are good', () => {
  const one = asked(0, { posts: 1000 })
  const ranks = Array.from({ length: 1000 }, (_, index) => 0.3 + index / 10_000)
  expect(countGains({ asked: [one], seen: page(0, 1, ranks), targets: [TARGET] }).ofNext(one)).toBe(200)
})

test('a target brings the mean of its searches and of those in its communities, the usual counting as one', () => {
  const searches = [asked(0), asked(1, { source: 'baking' }), asked(2, { state: 'failed', pages: 0 })]
  const seen = [...page(0, 1, [0.5, 0.5, 0.5, 0.5]), ...page(1, 1, [0.5])]
  expect(countGains({ asked: searches, seen, targets: [TARGET] }).ofTarget(TARGET, 1)).toBe(2)
  expect(countGains({ asked: [], seen: [], targets: [TARGET] }).ofTarget(TARGET, 7)).toBe(7)
})

test('counts the titles of a first page that hold the word, in any case', () => {
  const one = asked(0, { words: 'Tea' })
  const seen = [...page(0, 1, [0.5, 0.1], 'Which TEA?'), ...page(0, 1, [0.5], 'Teapots'), ...page(0, 2, [0.5], 'tea')]
  expect(countGains({ asked: [one], seen, targets: [TARGET] }).titled(one)).toEqual({ posts: 2, good: 1 })
})

describe('a usual page', () => {
  const sizeOf = (...searches: AskedSearch[]) => countGains({ asked: searches, seen: [], targets: [TARGET] }).usualPage

  test('has a hundred posts until a page was read', () => {
    expect(sizeOf()).toBe(100)
  })

  test('is the middle of what platforms put on theirs, whatever comes on the last page of a search', () => {
    const last = asked(1, { posts: 3, state: 'over' })
    expect(sizeOf(asked(0), last)).toBe(20)
    expect(sizeOf(asked(0), asked(1, { platform: 'b', posts: 50 }), asked(2, { platform: 'c', posts: 99 }))).toBe(50)
  })

  test('is not empty because a platform sends empty pages', () => {
    expect(sizeOf(asked(0, { posts: 0 }))).toBe(100)
  })
})
