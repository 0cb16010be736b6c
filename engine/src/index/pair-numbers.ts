import { isBitSet, setBit } from './bits.ts'

const PAIRS_AT_FIRST = 512
/** Open addressing stays fast while half of the table is free. */
const TABLE_SHARE_MAX = 0.5
/** Two numbers and the pair's number. Three would fit, but rows of four never cross a cache line. */
const ROW = 4
/** So many bits for each row, mostly unset, so that one bit rules out most unknown pairs. */
const BITS_PER_ROW = 8
/** Rows moved from the old table with each addition: it is empty long before the next table is full. */
const BROUGHT_AT_ONCE = 16
const FIRST_FACTOR = 0x9e3779b1
const SECOND_FACTOR = 0x85ebca6b

/** Assigns numbers to pairs of numbers. */
export interface PairNumbers {
  /** The number of a pair, or -1. */
  find(first: number, second: number): number
  /** Adds a pair that is not there yet. Numbers start at 0. */
  add(first: number, second: number, number: number): void
}

export function createPairNumbers(): PairNumbers {
  let size = 0
  let table = createTable(2 * PAIRS_AT_FIRST)
  /** The previous table, until all its rows are moved: growing at once would make one addition wait for all. */
  let before: Table | undefined
  let brought = 0

  function bringOver({ rows }: Table): void {
    const end = Math.min(rows.length, brought + ROW * BROUGHT_AT_ONCE)
    for (; brought < end; brought += ROW) {
      const numbered = rows[brought + 2] ?? 0
      if (numbered !== 0) enter(table, rows[brought] ?? 0, rows[brought + 1] ?? 0, numbered)
    }
    if (brought === rows.length) before = undefined
  }

  return {
    find(first, second) {
      const found = look(table, first, second)
      return found === 0 && before ? look(before, first, second) - 1 : found - 1
    },
    add(first, second, number) {
      if (before) bringOver(before)
      else if (size >= (TABLE_SHARE_MAX * table.rows.length) / ROW) {
        before = table
        brought = 0
        table = createTable((2 * before.rows.length) / ROW)
      }
      size++
      enter(table, first, second, number + 1)
    },
  }
}

interface Table {
  /** A row's third number is the pair's plus one; 0 is free. */
  readonly rows: Int32Array
  readonly bits: Int32Array
}

function createTable(rows: number): Table {
  return { rows: new Int32Array(rows * ROW), bits: new Int32Array((rows * BITS_PER_ROW) / 32) }
}

function enter({ rows, bits }: Table, first: number, second: number, numbered: number): void {
  const hash = hashOf(first, second)
  setBit(bits, hash & (32 * bits.length - 1))
  let at = ROW * (hash & (rows.length / ROW - 1))
  while (rows[at + 2] !== 0) at = (at + ROW) & (rows.length - 1)
  rows[at] = first
  rows[at + 1] = second
  rows[at + 2] = numbered
}

/** The pair's number plus one, or 0. */
function look({ rows, bits }: Table, first: number, second: number): number {
  const hash = hashOf(first, second)
  if (!isBitSet(bits, hash & (32 * bits.length - 1))) return 0
  const mask = rows.length - 1
  for (let at = (ROW * hash) & mask; ; at = (at + ROW) & mask) {
    const numbered = rows[at + 2] ?? 0
    if (numbered === 0 || (rows[at] === first && rows[at + 1] === second)) return numbered
  }
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first, FIRST_FACTOR) ^ Math.imul(second, SECOND_FACTOR)
  return mixed ^ (mixed >>> 15)
}
