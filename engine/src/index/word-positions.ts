import { fold, stem, WORD } from '../language/words.ts'

/** A post's words are read up to here. */
export const CHARACTERS_READ_MAX = 12_000
/** With more hyphened words than this a phrase would have too many readings. */
const JOINED_MAX = 3

/**
 * A word of a text by its position among the words: `e-mail` is `e` and `mail`, and also `email` over both positions.
 */
export interface WordPosition {
  term: string
  at: number
  /** How many positions it takes. */
  length: number
}

/**
 * The words of a text with their positions, stop words included, read as `readWords` does except that hyphens are read
 * both ways. Simple on purpose: `createPositionReader` gives the same answers ten times as fast, and is tested against it.
 */
export function readPositions(text: string): WordPosition[] {
  const positions: WordPosition[] = []
  let at = 0
  for (const [whole] of text.slice(0, CHARACTERS_READ_MAX).matchAll(WORD)) {
    const own = positionsOf(fold(whole), at)
    positions.push(...own.positions)
    at = own.next
  }
  return positions
}

/** The places of one folded word, starting at `at`; `next` is the place of the word after it. */
export function positionsOf(word: string, at: number): { positions: WordPosition[]; next: number } {
  const parts = word.split('-').filter((part) => part !== '')
  const positions = parts.map((part, index) => ({ term: stem(part), at: at + index, length: 1 }))
  if (parts.length > 1) positions.push({ term: stem(parts.join('')), at, length: parts.length })
  return { positions, next: at + parts.length }
}

/** The ways a text may contain a phrase: its terms in sequence, a hyphened word in its parts or as one. */
export function phraseReadings(phrase: string): string[][] {
  let readings: string[][] = [[]]
  let hyphened = 0
  for (const [whole] of phrase.slice(0, CHARACTERS_READ_MAX).matchAll(WORD)) {
    const { positions } = positionsOf(fold(whole), 0)
    const inParts = positions.filter(({ length }) => length === 1).map(({ term }) => term)
    const asOne = positions.filter(({ length }) => length > 1).map(({ term }) => term)
    const ways = asOne.length > 0 && hyphened++ < JOINED_MAX ? [inParts, asOne] : [inParts]
    readings = readings.flatMap((before) => ways.map((way) => [...before, ...way]))
  }
  return readings.filter((reading) => reading.length > 0)
}
