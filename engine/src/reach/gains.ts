import { fold } from '../language/words.ts'
import { searchableWords } from './search-text.ts'
import { targetOf, type AskedSearch, type ReachState, type ReachTarget } from './reach.ts'

/** A post counts as good while it is among this share of all seen, within these bounds, and ranks at least so high. */
const GOOD_SHARE = 0.2
const GOOD_POSTS_MIN = 30
const GOOD_POSTS_MAX = 300
const GOOD_RANK_MIN = 0.2
/** A page's luck evens out over the last two. */
const PAGE_BEFORE_SHARE = 0.4
const USUAL_PAGE = 100

/** What the searches so far have brought, in good posts a page that no search before had brought. */
export interface Gains {
  /** Of the next page of a search, going by its last two. */
  ofNext(asked: AskedSearch): number
  /** Of the searches so far of one target and its communities, `usual` counting as one more. */
  ofTarget(target: Pick<ReachTarget, 'platform' | 'source'>, usual: number): number
  /** Of the posts that came with the first page and have the word in their title: how many, and how many are good. */
  titled(asked: AskedSearch): { posts: number; good: number }
  /** How many posts a page usually has: the middle of what platforms put on theirs. */
  usualPage: number
}

interface Page {
  good: number
  titles: { title: string; isGood: boolean }[]
}

export function countGains({ asked, seen, targets }: Pick<ReachState, 'asked' | 'seen' | 'targets'>): Gains {
  const ranks = Float64Array.from(seen, ({ rank }) => rank).sort()
  const good = Math.min(GOOD_POSTS_MAX, Math.max(GOOD_POSTS_MIN, Math.round(GOOD_SHARE * ranks.length)))
  const floor = Math.max(ranks.at(-good) ?? GOOD_RANK_MIN, GOOD_RANK_MIN)
  const pages = new Map<string, Page>()
  for (const { by, rank, title } of seen) {
    if (by === null) continue
    const key = `${by.position} ${by.page}`
    const page = pages.get(key) ?? { good: 0, titles: [] }
    const isGood = rank >= floor
    if (isGood) page.good += 1
    if (by.page === 1 && title !== null) page.titles.push({ title, isGood })
    pages.set(key, page)
  }
  const goodOf = ({ position }: AskedSearch, page: number) => pages.get(`${position} ${page}`)?.good ?? 0
  const ofNext = (one: AskedSearch) => {
    const last = goodOf(one, one.pages)
    return one.pages < 2 ? last : (1 - PAGE_BEFORE_SHARE) * last + PAGE_BEFORE_SHARE * goodOf(one, one.pages - 1)
  }
  const gainsOf = new Map<string, number[]>()
  for (const one of asked.filter(({ pages: read }) => read > 0)) {
    const at = searchedAt(targetOf(targets, one))
    gainsOf.set(at, [...(gainsOf.get(at) ?? []), ofNext(one)])
  }
  return {
    ofNext,
    ofTarget(target, usual) {
      const own = gainsOf.get(searchedAt(target)) ?? []
      return own.reduce((sum, gain) => sum + gain, usual) / (own.length + 1)
    },
    titled(one) {
      const titles = pages.get(`${one.position} 1`)?.titles ?? []
      const holding = titles.filter(({ title }) => searchableWords(title).includes(fold(one.words)))
      return { posts: holding.length, good: holding.filter(({ isGood }) => isGood).length }
    },
    usualPage: usualPage(asked),
  }
}

/** Only of searches that go on: the last page of one that is over is shorter. */
function usualPage(asked: readonly AskedSearch[]): number {
  const sizes = new Map<string, number>()
  for (const { platform, state, pages, posts } of asked)
    if (state === 'open' && posts > 0) sizes.set(platform, Math.max(sizes.get(platform) ?? 0, posts / pages))
  const sorted = [...sizes.values()].toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? USUAL_PAGE
}

function searchedAt({ platform, source }: Pick<ReachTarget, 'platform' | 'source'>): string {
  return JSON.stringify([platform, source])
}
