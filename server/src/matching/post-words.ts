import { CHARACTERS_READ_MAX } from './places.ts'
import type { PlaceReader } from './place-reader.ts'

const NUMBER_MAX = 0x7fff_ffff
const OCCURRENCES_MAX = 2 * CHARACTERS_READ_MAX
const TERMS_AT_FIRST = 1_024

/** The words of one post, to be asked for by term. Nothing is cleared between posts: what is older counts as not there. */
export interface PostWords {
  take(text: string): void
  /** The post's terms, each once, from 0 to `distinctCount`. */
  readonly distinct: Int32Array
  readonly distinctCount: number
  has(term: number): boolean
  /** Whether the post holds one of the terms from `start` to `end` of `terms`. The term 0 is held by every post. */
  hasAny(terms: Int32Array, start: number, end: number): boolean
  /** Whether the terms from `start` to `end` of `terms` stand one behind the other. */
  hasInRow(terms: Int32Array, start: number, end: number): boolean
}

export function createPostWords(reader: PlaceReader): PostWords {
  const { ids, ats, lengths } = reader
  /** Of each term its last occurrence in the post read last that holds it, counted through over all posts. */
  let latest = new Int32Array(TERMS_AT_FIRST)
  /** The occurrence of the same term before, or -1. */
  const before = new Int32Array(OCCURRENCES_MAX)
  const distinct = new Int32Array(OCCURRENCES_MAX)
  let distinctCount = 0
  /** The number of the post's first occurrence; 0 is none. */
  let first = 1
  let count = 0

  function take(text: string): void {
    first += count
    count = reader.read(text)
    if (first > NUMBER_MAX - OCCURRENCES_MAX) {
      latest.fill(0)
      first = 1
    }
    latest[0] = first
    distinctCount = 0
    for (let index = 0; index < count; index++) note(ids[index] ?? 0, index)
  }

  function note(term: number, index: number): void {
    if (term >= latest.length) {
      const longer = new Int32Array(2 * term)
      longer.set(latest)
      latest = longer
    }
    const last = latest[term] ?? 0
    if (last < first) distinct[distinctCount++] = term
    before[index] = last < first ? -1 : last - first
    latest[term] = first + index
  }

  const has = (term: number): boolean => term < latest.length && (latest[term] ?? 0) >= first

  /** A hyphened word takes several places, so a term may go on to more than one. */
  function goesOn(terms: Int32Array, start: number, end: number, at: number): boolean {
    if (start === end) return true
    for (let index = (latest[terms[start] ?? 0] ?? 0) - first; index >= 0; index = before[index] ?? -1) {
      const isThere = at < 0 || ats[index] === at
      if (isThere && goesOn(terms, start + 1, end, (ats[index] ?? 0) + (lengths[index] ?? 0))) return true
    }
    return false
  }

  return {
    take,
    distinct,
    get distinctCount() {
      return distinctCount
    },
    has,
    hasAny(terms, start, end) {
      for (let index = start; index < end; index++) if ((latest[terms[index] ?? 0] ?? 0) >= first) return true
      return false
    },
    hasInRow(terms, start, end) {
      for (let index = start; index < end; index++) if (!has(terms[index] ?? 0)) return false
      return goesOn(terms, start, end, -1)
    },
  }
}
