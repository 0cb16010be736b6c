import { blockOf, createNumberBlocks, longer, offsetOf, type NumberBlocks } from './number-blocks.ts'
import { EVERYWHERE } from './plan-terms.ts'
import { MARK_BITS, markOf, type PostWords } from './post-words.ts'

const FOUND_AT_FIRST = 256
const TERMS_AT_FIRST = 1_024
/** An entry is three numbers with six marks, three for each need, and one with its plan's place. */
const ENTRY = 4
const PLACE = 3
export const NEED_MARKS = 3
const MARK = 2 ** MARK_BITS - 1
/** Any of the six marks suffices. Places are multiples of four, so two of their bits are free. */
const IS_EITHER = 1
export const POSITION_STEP = 4
/** For each term: where its list begins, how many entries it has, and how many fit. */
const HEAD = 3
const NO_ENTRIES = new Int32Array(0)

/** What is listed under a term: a plan's place, and what else a post must hold before the plan is checked. */
export interface PostingEntry {
  /** A multiple of `POSITION_STEP`. */
  position: number
  /**
   * For each need, the post must hold one of its terms. Only two needs of up to three terms each are checked here, or
   * one of six.
   */
  needs: readonly (readonly number[])[]
}

/**
 * For each term its entries, in one run of numbers of equal length, so that walking a list waits for nothing. A list
 * that outgrows its room moves into twice as much, and the old room is reused. An entry counts at once, and nothing has
 * to be tidied.
 */
export interface PostingLists {
  lengthOf(term: number): number
  add(term: number, entry: PostingEntry): void
  remove(term: number, position: number): void
  /** The plans to check for a post, some more than once; valid until the next call. */
  collect(post: PostWords): FoundPositions
}

/** Places of plans, from 0 to `count`. */
export interface FoundPositions {
  positions: Int32Array
  count: number
}

export function createPostingLists(): PostingLists {
  const lists: Lists = {
    entries: createNumberBlocks(),
    heads: new Int32Array(HEAD * TERMS_AT_FIRST),
    found: { positions: new Int32Array(FOUND_AT_FIRST), count: 0 },
    touched: 0,
  }
  return {
    lengthOf: (term) => lists.heads[HEAD * term + 1] ?? 0,
    add(term, entry) {
      if (HEAD * term >= lists.heads.length) lists.heads = longer(lists.heads, 2 * HEAD * term)
      const head = HEAD * term
      const length = lists.heads[head + 1] ?? 0
      if (length === lists.heads[head + 2]) makeRoom(lists, head)
      const from = lists.heads[head] ?? 0
      entriesAt(lists, from).set(encode(entry), offsetOf(from) + ENTRY * length)
      lists.heads[head + 1] = length + 1
    },
    remove(term, position) {
      const { heads } = lists
      const entries = entriesAt(lists, heads[HEAD * term] ?? 0)
      const from = offsetOf(heads[HEAD * term] ?? 0)
      const last = from + ENTRY * ((heads[HEAD * term + 1] ?? 0) - 1)
      for (let at = from; at <= last; at += ENTRY) {
        if (placeOf(entries[at + PLACE] ?? 0) !== position) continue
        entries.copyWithin(at, last, last + ENTRY)
        heads[HEAD * term + 1] = (heads[HEAD * term + 1] ?? 0) - 1
        return
      }
    },
    collect: (post) => collect(lists, post),
  }
}

interface Lists {
  readonly entries: NumberBlocks
  heads: Int32Array
  found: FoundPositions
  touched: number
}

function collect(lists: Lists, { distinct, distinctCount, marks }: PostWords): FoundPositions {
  const { heads, found } = lists
  let most = 0
  for (let index = 0; index < distinctCount; index++) {
    const head = HEAD * (distinct[index] ?? 0)
    most += heads[head + 1] ?? 0
    // Requests the beginnings of all lists from memory before waiting for any. The sum is stored, or the reads would be
    // optimised away.
    const from = heads[head] ?? 0
    lists.touched |= entriesAt(lists, from)[offsetOf(from)] ?? 0
  }
  if (most >= found.positions.length) found.positions = new Int32Array(2 * most)
  found.count = 0
  for (let index = 0; index < distinctCount; index++) walk(lists, HEAD * (distinct[index] ?? 0), marks)
  return found
}

/** Checks all six marks and counts without a branch, since most entries fail at an unpredictable one. */
function walk(lists: Lists, head: number, marks: Int32Array): void {
  const { heads, found } = lists
  const entries = entriesAt(lists, heads[head] ?? 0)
  const from = offsetOf(heads[head] ?? 0)
  const end = from + ENTRY * (heads[head + 1] ?? 0)
  const { positions } = found
  let { count } = found
  for (let at = from; at < end; at += ENTRY) {
    const low = entries[at] ?? 0
    const middle = entries[at + 1] ?? 0
    const high = entries[at + 2] ?? 0
    const position = entries[at + PLACE] ?? 0
    const one = bitOf(marks, low & MARK) | bitOf(marks, low >>> MARK_BITS) | bitOf(marks, middle & MARK)
    const two = bitOf(marks, middle >>> MARK_BITS) | bitOf(marks, high & MARK) | bitOf(marks, high >>> MARK_BITS)
    positions[count] = position & -POSITION_STEP
    count += ((one & two) | ((one | two) & position)) & 1
  }
  found.count = count
}

/** The bit is the lowest of the result; those above it mean nothing. */
function bitOf(bits: Int32Array, index: number): number {
  return (bits[index >> 5] ?? 0) >> (index & 31)
}

function placeOf(numbered: number): number {
  return numbered & -POSITION_STEP
}

function encode({ position, needs }: PostingEntry): number[] {
  const [one, two] = needs.filter(({ length }) => length <= NEED_MARKS)
  const either = one ? undefined : needs.find(({ length }) => length <= 2 * NEED_MARKS)
  const marks = either
    ? [...marksOf(either.slice(0, NEED_MARKS)), ...marksOf(either.slice(NEED_MARKS))]
    : [...marksOf(one), ...marksOf(two)]
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = marks
  const numbers = [a | (b << MARK_BITS), c | (d << MARK_BITS), e | (f << MARK_BITS)]
  return [...numbers, position | (either ? IS_EITHER : 0)]
}

/** Three marks; missing ones repeat an earlier one. */
function marksOf([one = EVERYWHERE, two = one, three = two]: readonly number[] = []): number[] {
  return [one, two, three].map(markOf)
}

function makeRoom(lists: Lists, head: number): void {
  const length = lists.heads[head + 1] ?? 0
  const room = Math.max(1, 2 * length)
  const from = lists.heads[head] ?? 0
  const to = lists.entries.take(ENTRY * room)
  if (length > 0) {
    const moving = entriesAt(lists, from).subarray(offsetOf(from), offsetOf(from) + ENTRY * length)
    entriesAt(lists, to).set(moving, offsetOf(to))
    lists.entries.leave(from, ENTRY * length)
  }
  lists.heads[head] = to
  lists.heads[head + 2] = room
}

function entriesAt({ entries }: Lists, position: number): Int32Array {
  return entries.blocks[blockOf(position)] ?? NO_ENTRIES
}
