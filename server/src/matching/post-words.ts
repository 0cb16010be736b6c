import { CHARACTERS_READ_MAX } from './places.ts'
import type { PlaceReader } from './place-reader.ts'
import { EVERYWHERE, isBitSet } from './posting-lists.ts'

const NUMBER_MAX = 0x7fff_ffff
const OCCURRENCES_MAX = 2 * CHARACTERS_READ_MAX
const TERMS_AT_FIRST = 1_024

/** The words of one post, to be asked for by term. */
export interface PostWords {
  readonly reader: PlaceReader
  /**
   * Of each term its last occurrence in the post read last that holds it, counted through over all posts. The present
   * post holds it where that is `first` or later.
   */
  latest: Int32Array
  first: number
  /** A bit for each term, set where the post holds it: small enough to stay in a core's own memory. */
  held: Int32Array
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
    held: new Int32Array(TERMS_AT_FIRST / 32),
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
  leavePost(words)
  words.first += words.count
  if (words.first > NUMBER_MAX - OCCURRENCES_MAX) {
    words.latest.fill(0)
    words.first = 1
  }
  words.count = words.reader.read(text)
  noteAll(words)
}

function leavePost(words: PostWords): void {
  const { distinct, distinctCount, held, latest } = words
  for (let index = 0; index < distinctCount; index++) held[(distinct[index] ?? 0) >> 5] = 0
  if (32 * held.length < latest.length) words.held = new Int32Array(Math.ceil(latest.length / 32))
  setBit(words.held, EVERYWHERE)
  words.distinctCount = 0
}

function noteAll(words: PostWords): void {
  const { latest, first, count, distinct, before, held } = words
  const { ids } = words.reader
  let distinctCount = 0
  for (let index = 0; index < count; index++) {
    const term = ids[index] ?? 0
    const last = latest[term] ?? 0
    if (last < first) {
      distinct[distinctCount++] = term
      setBit(held, term)
    }
    before[index] = last < first ? -1 : last - first
    latest[term] = first + index
  }
  words.distinctCount = distinctCount
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31))
}

export function holds({ held }: PostWords, term: number): boolean {
  return isBitSet(held, term)
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
