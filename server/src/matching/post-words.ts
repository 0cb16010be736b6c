import { CHARACTERS_READ_MAX } from './places.ts'
import type { PlaceReader } from './place-reader.ts'

const NUMBER_MAX = 0x7fff_ffff
const OCCURRENCES_MAX = 2 * CHARACTERS_READ_MAX
const TERMS_AT_FIRST = 1_024

/** Stands for a word that every post holds, and for one that none does: no text has these terms' numbers. */
export const EVERYWHERE = 0
export const NOWHERE = 1

/** The words of one post, to be asked for by term. Nothing is cleared between posts: what is older counts as not there. */
export interface PostWords {
  readonly reader: PlaceReader
  /**
   * Of each term its last occurrence in the post read last that holds it, counted through over all posts. The present
   * post holds it where that is `first` or later.
   */
  latest: Int32Array
  first: number
  count: number
  /** The post's terms, each once, from 0 to `distinctCount`. */
  readonly distinct: Int32Array
  distinctCount: number
  /** For each occurrence the one of the same term before it, or -1. */
  readonly before: Int32Array
}

export function createPostWords(reader: PlaceReader): PostWords {
  return {
    reader,
    latest: new Int32Array(TERMS_AT_FIRST),
    first: 1,
    count: 0,
    distinct: new Int32Array(OCCURRENCES_MAX),
    distinctCount: 0,
    before: new Int32Array(OCCURRENCES_MAX),
  }
}

/** Reads a post, of which terms below `terms` may be asked for. */
export function takePost(words: PostWords, text: string, terms: number): void {
  if (terms > words.latest.length) {
    const longer = new Int32Array(2 * terms)
    longer.set(words.latest)
    words.latest = longer
  }
  words.first += words.count
  if (words.first > NUMBER_MAX - OCCURRENCES_MAX) {
    words.latest.fill(0)
    words.first = 1
  }
  words.count = words.reader.read(text)
  words.distinctCount = 0
  noteAll(words)
  words.latest[EVERYWHERE] = words.first
}

function noteAll(words: PostWords): void {
  const { latest, first, count, distinct, before } = words
  const { ids } = words.reader
  let distinctCount = 0
  for (let index = 0; index < count; index++) {
    const term = ids[index] ?? 0
    const last = latest[term] ?? 0
    if (last < first) distinct[distinctCount++] = term
    before[index] = last < first ? -1 : last - first
    latest[term] = first + index
  }
  words.distinctCount = distinctCount
}

export function holds({ latest, first }: PostWords, term: number): boolean {
  return (latest[term] ?? 0) >= first
}

/** Whether the terms from `start` to `end` of `terms` stand one behind the other. */
export function holdsInRow(words: PostWords, terms: Int32Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!holds(words, terms[index] ?? 0)) return false
  return goesOn(words, terms, { start, end, at: -1 })
}

/** A hyphened word takes several places, so a term may go on to more than one; `at` is -1 where any will do. */
function goesOn(words: PostWords, terms: Int32Array, from: { start: number; end: number; at: number }): boolean {
  const { start, end, at } = from
  if (start === end) return true
  const { latest, first, before, reader } = words
  for (let index = (latest[terms[start] ?? 0] ?? 0) - first; index >= 0; index = before[index] ?? -1) {
    if (at >= 0 && reader.ats[index] !== at) continue
    const next = (reader.ats[index] ?? 0) + (reader.lengths[index] ?? 0)
    if (goesOn(words, terms, { start: start + 1, end, at: next })) return true
  }
  return false
}
