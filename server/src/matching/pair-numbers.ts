const PAIRS_AT_FIRST = 512
/** Open addressing stays fast while half of the table is free. */
const TABLE_SHARE_MAX = 0.5
/** Two numbers and the one they have; three in four would fit, but four never lie across two lines of memory. */
const ROW = 4
/** So many bits for each row, most of which are not set, so that most pairs that are not there are told by a bit alone. */
const BITS_PER_ROW = 8
const FIRST_FACTOR = 0x9e3779b1
const SECOND_FACTOR = 0x85ebca6b

/** Numbers of pairs of numbers. */
export interface PairNumbers {
  /** The number of a pair, or -1. */
  find(first: number, second: number): number
  /** A pair that is not there yet. Numbers are from 0 on. */
  add(first: number, second: number, number: number): void
}

export function createPairNumbers(): PairNumbers {
  let size = 0
  /** A row's third number is one more than the pair's; 0 is free. */
  let rows = new Int32Array(2 * PAIRS_AT_FIRST * ROW)
  let bits = new Int32Array((2 * PAIRS_AT_FIRST * BITS_PER_ROW) / 32)

  function enter(first: number, second: number, numbered: number): void {
    const hash = hashOf(first, second)
    const bit = hash & (32 * bits.length - 1)
    bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31))
    let at = ROW * (hash & (rows.length / ROW - 1))
    while (rows[at + 2] !== 0) at = (at + ROW) & (rows.length - 1)
    rows[at] = first
    rows[at + 1] = second
    rows[at + 2] = numbered
  }

  function grow(): void {
    const before = rows
    rows = new Int32Array(2 * before.length)
    bits = new Int32Array(2 * bits.length)
    for (let at = 0; at < before.length; at += ROW) {
      const numbered = before[at + 2] ?? 0
      if (numbered !== 0) enter(before[at] ?? 0, before[at + 1] ?? 0, numbered)
    }
  }

  return {
    find(first, second) {
      const hash = hashOf(first, second)
      const bit = hash & (32 * bits.length - 1)
      if ((((bits[bit >> 5] ?? 0) >> (bit & 31)) & 1) === 0) return -1
      const mask = rows.length - 1
      for (let at = (ROW * hash) & mask; ; at = (at + ROW) & mask) {
        const numbered = rows[at + 2] ?? 0
        if (numbered === 0) return -1
        if (rows[at] === first && rows[at + 1] === second) return numbered - 1
      }
    },
    add(first, second, number) {
      if (++size > (TABLE_SHARE_MAX * rows.length) / ROW) grow()
      enter(first, second, number + 1)
    },
  }
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first, FIRST_FACTOR) ^ Math.imul(second, SECOND_FACTOR)
  return mixed ^ (mixed >>> 15)
}
