/** A source that can be asked. */
export interface ReachTarget {
  platform: string
  /** Null asks the platform as a whole. */
  source: string | null
  /** It is searched for words, in titles alone too; or its newest posts can only be listed. */
  takes: 'words' | 'words_and_titles' | 'listing'
  /** Communities that good posts come from can be searched and listed by themselves. */
  hasCommunities: boolean
  /** The most pages a search may read on the platform. */
  pagesMax: number
}

/** One question to a source. Empty words list its newest posts. */
export interface ReachSearch {
  platform: string
  source: string | null
  words: string
  inTitle: boolean
}

/** Why a search is asked. */
export type SearchOrigin = 'own' | 'signal' | 'posts' | 'community' | 'listing'

export interface AskedSearch extends ReachSearch {
  position: number
  origin: SearchOrigin
  /** Pages read, and the posts on them. */
  pages: number
  posts: number
  state: 'open' | 'over' | 'failed'
  /** The platform shows no more of it, though there is more. */
  isCut: boolean
}

/** A post that the search has seen, ranked cheaply. */
export interface SeenPost {
  id: string
  rank: number
  /** The search and the page that brought it first; null where it was held before. */
  by: { position: number; page: number } | null
  platform: string
  community: string | null
  title: string | null
}

/** All that the next question follows from. */
export interface ReachState {
  targets: readonly ReachTarget[]
  /** The user's own searches, always asked first. */
  own: readonly string[]
  /** What the plan begins with, the most telling first. */
  starting: readonly string[]
  /** Searches that are never asked. */
  unwanted: readonly string[]
  asked: readonly AskedSearch[]
  seen: readonly SeenPost[]
  /** Whether every search is read to its end, as where each post that holds the words counts. */
  readsAll?: boolean
  /** The best of `seen`, with the words that each could have been found by. */
  best: readonly (Pick<SeenPost, 'platform' | 'community'> & { words: ReadonlySet<string> })[]
}

export type Choice = { kind: 'deepen'; position: number } | { kind: 'ask'; search: ReachSearch; origin: SearchOrigin }

/** How many of the best posts show what to ask next. */
export const BEST_POSTS = 30

/** A text that is equal for equal questions only; the order of words makes no difference. */
export function searchKey({ platform, source, words, inTitle }: ReachSearch): string {
  return JSON.stringify([platform, source, wordsKey(words), inTitle])
}

/** A text that is equal for the same words only, in any order and case. */
export function wordsKey(words: string): string {
  return words.toLowerCase().split(' ').toSorted().join(' ')
}

/** The target that a search belongs to; a community belongs to the platform's target that has communities. */
export function targetOf(
  targets: readonly ReachTarget[],
  { platform, source }: Pick<ReachSearch, 'platform' | 'source'>,
): Pick<ReachTarget, 'platform' | 'source'> {
  const own = targets.filter((target) => target.platform === platform)
  return (
    own.find((target) => target.source === source) ??
    own.find((target) => target.hasCommunities) ?? { platform, source }
  )
}
