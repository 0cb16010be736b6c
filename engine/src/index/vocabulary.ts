import { longer } from './number-blocks.ts'

const SEED = 0x811c9dc5
const PRIME = 0x01000193
const ROOM_AT_FIRST = 1_024
/** Open addressing stays fast while half of the table is free. */
const TABLE_SHARE_MAX = 0.5
/** Rows moved from the old table with each term: it is empty long before the next table is full. */
const BROUGHT_AT_ONCE = 16

/** Terms by number. They are looked up by character codes, which makes no string. */
export interface Vocabulary {
  /** How many terms there are; they are numbered from 0. */
  readonly size: number
  /** The number of a term, a new one where it has none. Numbers never change. */
  add(term: string): number
  /** A number for something that is no word, so that no look-up finds it. */
  addNameless(): number
  /** The number of the term of `length` codes from `start` on, or -1. */
  find(codes: Uint16Array, start: number, length: number): number
}

export function createVocabulary(): Vocabulary {
  const terms: Terms = {
    size: 0,
    findable: 0,
    table: new Int32Array(2 * ROOM_AT_FIRST),
    before: undefined,
    brought: 0,
    hashes: new Int32Array(ROOM_AT_FIRST),
    ends: new Int32Array(ROOM_AT_FIRST),
    codes: new Uint16Array(8 * ROOM_AT_FIRST),
    sought: new Uint16Array(0),
  }

  function find(word: Uint16Array, start: number, length: number): number {
    terms.sought = word
    const found = look(terms, terms.table, start, length)
    return found < 0 && terms.before ? look(terms, terms.before, start, length) : found
  }

  return {
    get size() {
      return terms.size
    },
    add(term) {
      const word = Uint16Array.from({ length: term.length }, (_, index) => term.charCodeAt(index))
      const known = find(word, 0, word.length)
      if (known >= 0) return known
      makeRoom(terms, word.length)
      makeFindable(terms)
      const from = terms.ends[terms.size - 1] ?? 0
      terms.codes.set(word, from)
      terms.ends[terms.size] = from + word.length
      terms.hashes[terms.size] = hashOf(word, 0, word.length)
      enter(terms, terms.size)
      terms.findable++
      return terms.size++
    },
    addNameless() {
      makeRoom(terms, 0)
      terms.ends[terms.size] = terms.ends[terms.size - 1] ?? 0
      return terms.size++
    },
    find,
  }
}

interface Terms {
  size: number
  findable: number
  /** In each row the term's number plus one; 0 is free. */
  table: Int32Array
  /** The previous table, until all its rows are moved: growing at once would make one term wait for all. */
  before: Int32Array | undefined
  brought: number
  hashes: Int32Array
  /** Where a term's codes end in `codes`; they begin where the previous term's end. */
  ends: Int32Array
  codes: Uint16Array
  /** The buffer that holds the term being looked up. */
  sought: Uint16Array
}

function look(terms: Terms, table: Int32Array, start: number, length: number): number {
  const { hashes, sought } = terms
  const hash = hashOf(sought, start, length)
  const mask = table.length - 1
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const id = (table[at] ?? 0) - 1
    if (id < 0) return -1
    if (hashes[id] === hash && isTerm(terms, id, start, length)) return id
  }
}

function isTerm({ ends, codes, sought }: Terms, id: number, start: number, length: number): boolean {
  const from = id === 0 ? 0 : (ends[id - 1] ?? 0)
  if ((ends[id] ?? 0) - from !== length) return false
  for (let index = 0; index < length; index++) if (codes[from + index] !== sought[start + index]) return false
  return true
}

function enter({ table, hashes }: Terms, id: number): void {
  const mask = table.length - 1
  let at = (hashes[id] ?? 0) & mask
  while (table[at] !== 0) at = (at + 1) & mask
  table[at] = id + 1
}

function makeRoom(terms: Terms, length: number): void {
  const { size, ends, hashes, codes } = terms
  if ((ends[size - 1] ?? 0) + length > codes.length)
    terms.codes = grown(codes, new Uint16Array(2 * codes.length + length))
  if (size < ends.length) return
  terms.ends = longer(ends, 2 * size)
  terms.hashes = longer(hashes, 2 * size)
}

function makeFindable(terms: Terms): void {
  if (terms.before) bringOver(terms, terms.before)
  else if (terms.findable >= TABLE_SHARE_MAX * terms.table.length) {
    terms.before = terms.table
    terms.brought = 0
    terms.table = new Int32Array(2 * terms.table.length)
  }
}

function bringOver(terms: Terms, before: Int32Array): void {
  const end = Math.min(before.length, terms.brought + BROUGHT_AT_ONCE)
  for (; terms.brought < end; terms.brought++) {
    const numbered = before[terms.brought] ?? 0
    if (numbered !== 0) enter(terms, numbered - 1)
  }
  if (terms.brought === before.length) terms.before = undefined
}

function hashOf(word: Uint16Array, start: number, length: number): number {
  let hash = SEED
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ (word[at] ?? 0), PRIME)
  return hash ^ (hash >>> 15)
}

function grown(from: Uint16Array, to: Uint16Array): Uint16Array {
  to.set(from)
  return to
}
