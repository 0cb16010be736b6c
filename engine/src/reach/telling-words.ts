import { blankMarkup } from '../language/post-text.ts'
import { searchableWords } from './search-text.ts'
import { tellingWeight } from './starting-searches.ts'

/** Words of courtesy and of the medium that good posts share with all others. */
const FILLER = new Set(
  'really much way know think make making made lot lots thanks thank hi hello hey guys edit etc also im ive dont cant really please pls actually maybe anyway http https www com org net amp nbsp reddit hn url link sorry sure pretty little bit yes ok okay'.split(
    ' ',
  ),
)
/** In fewer of the best posts a word says more of one post than of all. */
const POSTS_MIN = 3
const WORDS_MAX = 12

export interface TellingWord {
  word: string
  /** The share of the best posts that hold it, times how telling it is. */
  weight: number
}

/** The words that a post could have been found by. */
export function wordsOfPost(text: string): ReadonlySet<string> {
  return new Set(searchableWords(blankMarkup(text)).filter((word) => !FILLER.has(word)))
}

/** The words that the best posts have in common and others do not, the most telling first; at most 12. */
export function tellingWords(best: readonly { words: ReadonlySet<string> }[]): TellingWord[] {
  const holders = new Map<string, number>()
  for (const { words } of best) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return [...holders]
    .filter(([, posts]) => posts >= POSTS_MIN)
    .map(([word, posts]) => ({ word, weight: (posts / best.length) * tellingWeight(word) }))
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS_MAX)
}
