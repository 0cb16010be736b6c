import { isBitSet, setBit } from './bits.ts'
import { createPositionReader, type PositionReader } from './position-reader.ts'
import { CHARACTERS_READ_MAX } from './word-positions.ts'
import { EVERYWHERE, type PlanTerms } from './plan-terms.ts'

const OCCURRENCES_MAX = 2 * CHARACTERS_READ_MAX
const TERMS_AT_FIRST = 1_024
/** Terms whose numbers have these bits in common share one mark. */
export const MARK_BITS = 16

/** Which terms, words and phrases, one post holds. */
export interface PostWords {
  readonly terms: PlanTerms
  readonly reader: PositionReader
  /** A bit for each term, set where the post holds it. */
  held: Int32Array
  /** A bit for each mark, set where the post holds a term of it: small enough for a core's first cache. */
  readonly marks: Int32Array
  /** The post's terms, each once, from 0 to `distinctCount`. */
  distinct: Int32Array
  distinctCount: number
  /** A linked list by place: the last word that begins there, or -1, and for each word the one before it. */
  readonly lastAt: Int32Array
  readonly beside: Int32Array
  /** Terms that may continue a phrase, each with the place after it. */
  readonly pending: number[]
}

export function createPostWords(terms: PlanTerms): PostWords {
  return {
    terms,
    reader: createPositionReader(terms.vocabulary),
    held: new Int32Array(TERMS_AT_FIRST / 32),
    marks: new Int32Array(2 ** MARK_BITS / 32),
    distinct: new Int32Array(TERMS_AT_FIRST),
    distinctCount: 0,
    lastAt: new Int32Array(OCCURRENCES_MAX + 1).fill(-1),
    beside: new Int32Array(OCCURRENCES_MAX),
    pending: [],
  }
}

/** Reads a post, replacing the one before. */
export function takePost(words: PostWords, text: string): void {
  leavePost(words)
  const { terms, reader, lastAt, beside } = words
  const { ids, ats } = reader
  const count = reader.read(text)
  for (let index = 0; index < count; index++) {
    const at = ats[index] ?? 0
    beside[index] = lastAt[at] ?? -1
    lastAt[at] = index
    note(words, ids[index] ?? 0)
  }
  for (let index = 0; index < count; index++) {
    const term = ids[index] ?? 0
    if (terms.opens(term)) notePhrases(words, term, endOf(reader, index))
  }
  for (let index = 0; index < count; index++) lastAt[ats[index] ?? 0] = -1
}

function leavePost(words: PostWords): void {
  const { distinct, distinctCount, held, marks } = words
  for (let index = 0; index < distinctCount; index++) {
    const term = distinct[index] ?? 0
    held[term >> 5] = 0
    marks[markOf(term) >> 5] = 0
  }
  words.distinctCount = 0
  const { size } = words.terms.vocabulary
  if (size > words.distinct.length) {
    words.distinct = new Int32Array(2 * size)
    words.held = new Int32Array(Math.ceil((2 * size) / 32))
  }
  setBit(words.held, EVERYWHERE)
  setBit(marks, markOf(EVERYWHERE))
}

/**
 * Notes the phrases that continue from a term that ends where the words at `from` begin. A hyphened word takes several
 * places. Iterative, since a phrase may have thousands of words.
 */
function notePhrases(words: PostWords, opening: number, from: number): void {
  const { terms, reader, lastAt, beside, pending } = words
  pending.push(opening, from)
  while (pending.length > 0) {
    const position = pending.pop() ?? 0
    const term = pending.pop() ?? 0
    for (let index = lastAt[position] ?? -1; index >= 0; index = beside[index] ?? -1) {
      const phrase = terms.goOn(term, reader.ids[index] ?? 0)
      if (phrase < 0) continue
      note(words, phrase)
      if (terms.opens(phrase)) pending.push(phrase, endOf(reader, index))
    }
  }
}

function endOf({ ats, lengths }: PositionReader, index: number): number {
  return (ats[index] ?? 0) + (lengths[index] ?? 0)
}

function note(words: PostWords, term: number): void {
  if (isBitSet(words.held, term)) return
  setBit(words.held, term)
  setBit(words.marks, markOf(term))
  words.distinct[words.distinctCount++] = term
}

export function markOf(term: number): number {
  return term & (2 ** MARK_BITS - 1)
}
