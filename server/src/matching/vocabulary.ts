const SEED = 0x811c9dc5
const PRIME = 0x01000193
const ROOM_AT_FIRST = 1_024
/** Open addressing stays fast while half of the table is free. */
const TABLE_SHARE_MAX = 0.5

/** Terms by number. They are found by their character codes, so that looking one up makes no string. */
export interface Vocabulary {
  /** How many terms there are; they are numbered from 0. */
  readonly size: number
  /** The number of a term, a new one where it has none. Numbers are kept for good. */
  add(term: string): number
  /** A number for what is no word, so that no look-up finds it. */
  addNameless(): number
  /** The number of the term of `length` codes from `start` on, or -1. */
  find(codes: Uint16Array, start: number, length: number): number
}

export function createVocabulary(): Vocabulary {
  let size = 0
  let findable = 0
  /** Per place of the table the term's number plus one; 0 is free. */
  let table = new Int32Array(2 * ROOM_AT_FIRST)
  let hashes = new Int32Array(ROOM_AT_FIRST)
  /** Where a term's codes end in `codes`; they begin where those of the one before end. */
  let ends = new Int32Array(ROOM_AT_FIRST)
  let codes = new Uint16Array(8 * ROOM_AT_FIRST)

  function find(word: Uint16Array, start: number, length: number): number {
    const hash = hashOf(word, start, length)
    const mask = table.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const id = (table[at] ?? 0) - 1
      if (id < 0) return -1
      if (hashes[id] === hash && isTerm(id, word, start, length)) return id
    }
  }

  function isTerm(id: number, word: Uint16Array, start: number, length: number): boolean {
    if (lengthOf(ends, id) !== length) return false
    const from = (ends[id] ?? 0) - length
    for (let index = 0; index < length; index++) if (codes[from + index] !== word[start + index]) return false
    return true
  }

  function makeRoom(length: number): void {
    if ((ends[size - 1] ?? 0) + length > codes.length) codes = grown(codes, new Uint16Array(2 * codes.length + length))
    if (size === ends.length) {
      ends = grown(ends, new Int32Array(2 * size))
      hashes = grown(hashes, new Int32Array(2 * size))
    }
    if (findable + 1 <= TABLE_SHARE_MAX * table.length) return
    table = new Int32Array(2 * table.length)
    for (let id = 0; id < size; id++) if (lengthOf(ends, id) > 0) enter(id)
  }

  function enter(id: number): void {
    const mask = table.length - 1
    let at = (hashes[id] ?? 0) & mask
    while (table[at] !== 0) at = (at + 1) & mask
    table[at] = id + 1
  }

  return {
    get size() {
      return size
    },
    add(term) {
      const word = Uint16Array.from({ length: term.length }, (_, index) => term.charCodeAt(index))
      const known = find(word, 0, word.length)
      if (known >= 0) return known
      makeRoom(word.length)
      const from = ends[size - 1] ?? 0
      codes.set(word, from)
      ends[size] = from + word.length
      hashes[size] = hashOf(word, 0, word.length)
      enter(size)
      findable++
      return size++
    },
    addNameless() {
      makeRoom(0)
      ends[size] = ends[size - 1] ?? 0
      return size++
    },
    find,
  }
}

/** How many codes a term has. */
function lengthOf(ends: Int32Array, id: number): number {
  return (ends[id] ?? 0) - (id === 0 ? 0 : (ends[id - 1] ?? 0))
}

function hashOf(word: Uint16Array, start: number, length: number): number {
  let hash = SEED
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ (word[at] ?? 0), PRIME)
  return hash ^ (hash >>> 15)
}

function grown<Numbers extends Uint16Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
