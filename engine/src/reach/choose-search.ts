import { countGains, type Gains } from './gains.ts'
import {
  searchKey,
  targetOf,
  wordsKey,
  type AskedSearch,
  type Choice,
  type ReachSearch,
  type ReachState,
  type ReachTarget,
} from './reach.ts'
import { asksForWords } from './search-text.ts'
import { tellingWeight } from './starting-searches.ts'
import { tellingWords } from './telling-words.ts'

/** The most pages of one search over all platforms; each source that can only be listed has one more. */
export const PAGES_MAX = 88
/** Fewer good posts than this in a page are not worth a request. */
const WORTH_MIN = 0.05
/**
 * What a first page is assumed to bring before a search is tried, as a share of a page. More than most bring, so that
 * much is tried; targets that have brought little lower it.
 */
const ASSUMED = { starting: 0.5, perWeight: 0.025, posts: 0.1, listing: 0.75, inCommunity: 1 }
/** What a good target brings, and what one is taken to bring that was not asked yet. */
const TARGET = { good: 0.2, unknown: 0.08 }
const ALWAYS = 1_000_000
const COMMUNITIES_MAX = 3
const COMMUNITY_POSTS_MIN = 3
const WORDS_IN_COMMUNITY = 6
/** A narrower search brings the better posts of a wider one sooner, and the same ones again. */
const TITLES_SHARE = 0.7

type Asking = Extract<Choice, { kind: 'ask' }>

interface Valued {
  worth: number
  choice: Asking
}

/**
 * Says what to ask next: the next page of a search that still brings good posts, or a new search that promises more.
 * New ones are the plan's words and names, words that the best posts so far have in common, and the communities they
 * come from. Null where the pages are used up or nothing more is worth a page. Pure: the same state gives the same
 * choice.
 */
export function chooseSearch(state: ReachState): Choice | null {
  const { asked, targets } = state
  const listings = targets.filter(({ takes }) => takes === 'listing').length
  if (asked.reduce((sum, { pages }) => sum + pages, 0) >= PAGES_MAX + listings) return null
  const gains = countGains(state)
  const known = new Set(asked.map(searchKey))
  const isOpen = openTargets(state)
  let best: { worth: number; choice: Choice } | undefined
  const offer = (worth: number, choice: Choice) => {
    if (worth > (best?.worth ?? WORTH_MIN)) best = { worth, choice }
  }
  for (const one of asked)
    if (one.state === 'open' && isOpen(one) && isStillThere(targets, one))
      // The searches that were read least go first, so that none is left behind where the pages run out.
      offer(state.readsAll === true ? ALWAYS / (1 + one.pages) : gains.ofNext(one), {
        kind: 'deepen',
        position: one.position,
      })
  for (const { worth, choice } of newSearches(state, gains)) {
    const isFirstLook = choice.origin === 'listing'
    if (!known.has(searchKey(choice.search)) && (isFirstLook || isOpen(choice.search))) offer(worth, choice)
  }
  return best?.choice ?? null
}

/** A source may have been removed since it was asked. */
function isStillThere(targets: readonly ReachTarget[], { platform, source, origin }: AskedSearch): boolean {
  return origin === 'community' || targets.some((target) => target.platform === platform && target.source === source)
}

/**
 * A platform with pages left, and a source whose first question, or whose last two, did not fail. The first page of what
 * can only be listed is each source's own, and takes nothing from the platform's.
 */
function openTargets({ asked, targets }: ReachState): (search: ReachSearch) => boolean {
  const pages = new Map<string, number>()
  for (const { platform, origin, pages: own } of asked)
    pages.set(platform, (pages.get(platform) ?? 0) + Math.max(1, own) - (origin === 'listing' ? 1 : 0))
  const pagesMax = new Map<string, number>()
  for (const { platform, pagesMax: most } of targets)
    pagesMax.set(platform, Math.min(most, pagesMax.get(platform) ?? most))
  const broken = new Set<string>()
  for (const [key, own] of Map.groupBy(asked, ({ platform, source }) => JSON.stringify([platform, source]))) {
    const last = own.toSorted((a, b) => a.position - b.position).slice(-2)
    if (last.every(({ state }) => state === 'failed') && (last.length === 2 || last[0]?.pages === 0)) broken.add(key)
  }
  return ({ platform, source }) =>
    (pages.get(platform) ?? 0) < (pagesMax.get(platform) ?? 0) && !broken.has(JSON.stringify([platform, source]))
}

function* newSearches(state: ReachState, gains: Gains): Generator<Valued> {
  const { targets, own, starting } = state
  const unwanted = new Set(state.unwanted.map(wordsKey))
  const isWanted = (words: string) => asksForWords(words) && !unwanted.has(wordsKey(words))
  const wanted = starting.filter(isWanted)
  const assumed = (share: number, target: ReachTarget) =>
    share * gains.usualPage * promiseOf(gains, targetOf(targets, target))
  const searched = targets.filter(({ takes }) => takes !== 'listing')
  for (const words of own.filter(asksForWords))
    for (const target of searched) yield { worth: ALWAYS, choice: asking(target, words, 'own') }
  // One question to each target says which of them are worth more.
  for (const words of wanted.slice(0, 1))
    for (const target of searched) yield { worth: ALWAYS, choice: asking(target, words, 'signal') }
  for (const target of targets.filter(({ takes }) => takes === 'listing'))
    yield { worth: ALWAYS, choice: asking(target, '', 'listing') }
  for (const target of searched)
    for (const words of wanted.slice(1)) {
      const share = ASSUMED.starting + ASSUMED.perWeight * tellingWeight(words)
      yield { worth: assumed(share, target), choice: asking(target, words, 'signal') }
    }
  const share = (platform: string) =>
    state.best.filter((post) => post.platform === platform).length / Math.max(1, state.best.length)
  for (const { word, weight } of tellingWords(state.best)) {
    if (!isWanted(word)) continue
    for (const target of searched) {
      const worth = assumed(ASSUMED.posts * weight * (share(target.platform) + 0.1), target)
      yield { worth, choice: asking(target, word, 'posts') }
    }
  }
  for (const { target, part } of communitiesOf(state)) {
    yield { worth: assumed(ASSUMED.listing * part, target), choice: asking(target, '', 'community') }
    for (const words of wanted.slice(0, WORDS_IN_COMMUNITY))
      yield { worth: assumed(ASSUMED.inCommunity * part, target), choice: asking(target, words, 'community') }
  }
  for (const narrower of narrowerSearches(state, gains, wanted))
    if (isWanted(narrower.choice.search.words)) yield narrower
}

/** From about 0 to 1: how much a target brings, of what a good one does. */
function promiseOf(gains: Gains, target: Pick<ReachTarget, 'platform' | 'source'>): number {
  const { usualPage } = gains
  return Math.min(1, 0.15 + gains.ofTarget(target, TARGET.unknown * usualPage) / (TARGET.good * usualPage))
}

/** The communities that most of the best posts come from, each as a source of its own. */
function communitiesOf({ best, targets }: ReachState): { target: ReachTarget; part: number }[] {
  const counts = new Map<string, { target: ReachTarget; posts: number }>()
  for (const { platform, community } of best) {
    const whole = targets.find((target) => target.platform === platform && target.hasCommunities)
    if (!whole || community === null || community === '') continue
    const key = JSON.stringify([platform, community])
    const target = { ...whole, source: community }
    counts.set(key, { target, posts: (counts.get(key)?.posts ?? 0) + 1 })
  }
  return [...counts.values()]
    .filter(({ posts }) => posts >= COMMUNITY_POSTS_MIN)
    .toSorted((a, b) => b.posts - a.posts)
    .slice(0, COMMUNITIES_MAX)
    .map(({ target, posts }) => ({ target, part: posts / best.length }))
}

/**
 * Where a word brings more than can be read: the posts that have it in their title; and where a platform shows only the
 * first of many, those that have another of the plan's words too.
 */
function* narrowerSearches({ asked, targets }: ReachState, gains: Gains, wanted: readonly string[]): Generator<Valued> {
  for (const one of asked) {
    if (one.pages === 0 || one.inTitle || one.words === '' || one.words.includes(' ')) continue
    const takes = targets.find(({ platform, takes: own }) => platform === one.platform && own !== 'listing')?.takes
    const again = { platform: one.platform, source: one.source }
    if (one.state === 'open' && takes === 'words_and_titles') {
      const { posts, good } = gains.titled(one)
      const worth = (TITLES_SHARE * (one.posts / one.pages) * (good + 0.5)) / (posts + 2)
      const search = { ...again, words: one.words, inTitle: true }
      if (posts >= 2) yield { worth, choice: { kind: 'ask', search, origin: one.origin } }
    }
    if (one.state === 'over' && one.isCut)
      for (const other of wanted.filter((words) => words !== one.words)) {
        const search = { ...again, words: `${one.words} ${other}`, inTitle: false }
        yield { worth: Math.max(1, gains.ofNext(one)), choice: { kind: 'ask', search, origin: one.origin } }
      }
  }
}

function asking({ platform, source }: ReachTarget, words: string, origin: AskedSearch['origin']): Asking {
  return { kind: 'ask', search: { platform, source, words, inTitle: false }, origin }
}
