import { fold, stem, WORD } from '../language/words.ts'

/** No more of a post is read for its words. */
export const CHARACTERS_READ_MAX = 12_000
/** With more hyphened words than this a phrase would have too many readings. */
const JOINED_MAX = 3

/** A word of a text by its place among the words: `e-mail` is `e` and `mail`, and also `email` over both their places. */
export interface WordPosition {
  term: string
  at: number
  /** How many places it takes. */
  length: number
}

/**
 * The words of a text with their places, stop words too, read as `readWords` does but for hyphens, which are read both ways.
 * Plain on purpose: `createPositionReader` answers the same some ten times as fast, and is held to it.
 */
export function readPositions(text: string): WordPosition[] {
  const places: WordPosition[] = []
  let at = 0
  for (const [whole] of text.slice(0, CHARACTERS_READ_MAX).matchAll(WORD)) {
    const own = positionsOf(fold(whole), at)
    places.push(...own.places)
    at = own.next
  }
  return places
}

/** The places of one word in its folded form, the first of them being `at`; `next` is the place of the word behind it. */
export function positionsOf(word: string, at: number): { places: WordPosition[]; next: number } {
  const parts = word.split('-').filter((part) => part !== '')
  const places = parts.map((part, index) => ({ term: stem(part), at: at + index, length: 1 }))
  if (parts.length > 1) places.push({ term: stem(parts.join('')), at, length: parts.length })
  return { places, next: at + parts.length }
}

/** The ways in which a text may carry a phrase: its terms one after another, a hyphened word in its parts or as one. */
export function phraseReadings(phrase: string): string[][] {
  let readings: string[][] = [[]]
  let hyphened = 0
  for (const [whole] of phrase.slice(0, CHARACTERS_READ_MAX).matchAll(WORD)) {
    const { places } = positionsOf(fold(whole), 0)
    const inParts = places.filter(({ length }) => length === 1).map(({ term }) => term)
    const asOne = places.filter(({ length }) => length > 1).map(({ term }) => term)
    const ways = asOne.length > 0 && hyphened++ < JOINED_MAX ? [inParts, asOne] : [inParts]
    readings = readings.flatMap((before) => ways.map((way) => [...before, ...way]))
  }
  return readings.filter((reading) => reading.length > 0)
}
