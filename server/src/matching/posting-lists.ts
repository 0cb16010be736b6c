const ROOM_AT_FIRST = 1_024

/** A term's number that no text has; every post counts as holding it. */
export const EVERYWHERE = 0

/**
 * An entry is: two numbers that hold three terms, its key; how long it is and what is known of it; its slot; what its plan weighs; its
 * other needs; and the words of `unless`.
 */
const INFO = 2
const SLOT = 3
const WEIGHT = 4
const HEAD = 5
const KEY_TERMS = 3
const TERM_BITS = 21
const TERMS_MAX = 2 ** TERM_BITS
const LENGTH_BITS = 8
const NEEDS_BITS = 8
/** Of each term of the key, whether it is but a part of a phrase. */
const ARE_PARTS = LENGTH_BITS + NEEDS_BITS
const IS_ALONE = 1 << (ARE_PARTS + KEY_TERMS)
const IS_WHOLE = IS_ALONE << 1

/** So many words can stand in an entry's needs together, and as many in its `unless`. */
export const NEEDS_MAX = 24
export const UNLESS_MAX = 16

/** A word that a post may hold to carry a group; a part is one of several that it must hold in a row. */
export interface NeededTerm {
  term: number
  isPart: boolean
}

/** What hangs under a term: a plan, and what else a post must hold before it is worth a look. */
export interface PostingEntry {
  slot: number
  /** What all groups of the plan weigh. */
  weight: number
  /** Of each the post must hold one; best those first that few posts hold. None is empty. */
  needs: readonly (readonly NeededTerm[])[]
  /** Words one of which every excluded phrase holds. */
  unless: readonly number[]
  /** The plan hangs under this term alone, so no post meets it twice. */
  isAlone: boolean
  /** A post that has all it needs and no word of `unless` matches, unless it has them by a part of a phrase. */
  isWhole: boolean
}

/**
 * For each term the entries that hang under it, one behind the other in one array of numbers, so that walking a list waits for
 * nothing. A list that outgrows its room moves to the end into twice as much, so what all of them have left behind is never
 * more than what they have. An entry is there as soon as it is put, and nothing has to be tidied.
 */
export interface PostingLists {
  /** Good until the next change, as are the answers of `startOf`. */
  entries(): Int32Array
  startOf(term: number): number
  /** In numbers, to be walked by `lengthOfEntry`. */
  lengthOf(term: number): number
  add(term: number, entry: PostingEntry): void
  remove(term: number, slot: number): void
}

export function createPostingLists(): PostingLists {
  const lists: Lists = {
    entries: new Int32Array(ROOM_AT_FIRST),
    used: 0,
    starts: new Int32Array(ROOM_AT_FIRST),
    lengths: new Int32Array(ROOM_AT_FIRST),
    rooms: new Int32Array(ROOM_AT_FIRST),
  }
  return {
    entries: () => lists.entries,
    startOf: (term) => lists.starts[term] ?? 0,
    lengthOf: (term) => lists.lengths[term] ?? 0,
    add(term, entry) {
      const own = encode(entry)
      knowTerm(lists, term)
      const length = lists.lengths[term] ?? 0
      if (length + own.length > (lists.rooms[term] ?? 0)) makeRoom(lists, term, own.length)
      lists.entries.set(own, (lists.starts[term] ?? 0) + length)
      lists.lengths[term] = length + own.length
    },
    remove(term, slot) {
      const { entries } = lists
      const from = lists.starts[term] ?? 0
      const end = from + (lists.lengths[term] ?? 0)
      for (let at = from; at < end; at += lengthOfEntry(entries, at)) {
        if (slotOf(entries, at) !== slot) continue
        const length = lengthOfEntry(entries, at)
        entries.copyWithin(at, at + length, end)
        lists.lengths[term] = end - from - length
        return
      }
    },
  }
}

/** How many numbers the entry at `at` takes. */
export function lengthOfEntry(entries: Int32Array, at: number): number {
  return (entries[at + INFO] ?? 0) & (2 ** LENGTH_BITS - 1)
}

export function slotOf(entries: Int32Array, at: number): number {
  return entries[at + SLOT] ?? 0
}

export function weightOf(entries: Int32Array, at: number): number {
  return entries[at + WEIGHT] ?? 0
}

export function isAlone(entries: Int32Array, at: number): boolean {
  return ((entries[at + INFO] ?? 0) & IS_ALONE) !== 0
}

/**
 * Whether a post that holds these terms has what the entry at `at` needs first. All three terms are asked together, since most posts
 * hold none: a branch for each would cost more.
 */
export function passesKey(entries: Int32Array, at: number, held: Int32Array): boolean {
  return keyBits(entries, at, held) !== 0
}

/** What an entry lets through: nothing, a post that its plan has to be asked of, or one that matches as it is. */
export const PASSED_BY = 0
export const TO_BE_ASKED = 1
export const MATCHED = 2
export type Passage = typeof PASSED_BY | typeof TO_BE_ASKED | typeof MATCHED

/** Reads the rest of an entry that the post has passed the key of. */
export function passEntry(entries: Int32Array, at: number, held: Int32Array): Passage {
  const info = entries[at + INFO] ?? 0
  const needsEnd = at + HEAD + ((info >> LENGTH_BITS) & (2 ** NEEDS_BITS - 1))
  let isWhole = (info & IS_WHOLE) !== 0 && (keyBits(entries, at, held) & ~(info >> ARE_PARTS)) !== 0
  let next = at + HEAD
  while (next < needsEnd) {
    let isHeld = false
    let isPart = true
    let needed = 0
    do {
      needed = entries[next++] ?? 0
      if (isPart && isBitSet(held, needed >> 2)) {
        isHeld = true
        isPart = (needed & 1) !== 0
      }
    } while ((needed & 2) === 0)
    if (!isHeld) return PASSED_BY
    if (isPart) isWhole = false
  }
  if (!isWhole) return TO_BE_ASKED
  const end = at + lengthOfEntry(entries, at)
  for (; next < end; next++) if (isBitSet(held, entries[next] ?? 0)) return TO_BE_ASKED
  return MATCHED
}

export function isBitSet(bits: Int32Array, index: number): boolean {
  return bitOf(bits, index) !== 0
}

function bitOf(bits: Int32Array, index: number): number {
  return ((bits[index >> 5] ?? 0) >> (index & 31)) & 1
}

/** A bit for each term of the key that is held. */
function keyBits(entries: Int32Array, at: number, held: Int32Array): number {
  const low = entries[at] ?? 0
  const high = entries[at + 1] ?? 0
  const one = bitOf(held, low & (TERMS_MAX - 1))
  const two = bitOf(held, (low >>> TERM_BITS) | ((high & 0x3ff) << 11))
  return one | (two << 1) | (bitOf(held, high >>> 10) << 2)
}

function encodeKey([one, two = one, three = two]: readonly number[]): [number, number] {
  if (one === undefined || two === undefined || three === undefined) return [EVERYWHERE, EVERYWHERE]
  return [one | (two << TERM_BITS), (two >> 11) | (three << 10)]
}

function encode({ slot, weight, needs, unless, ...known }: PostingEntry): number[] {
  const first = needs.find((terms) => terms.length <= KEY_TERMS && terms.every(({ term }) => term < TERMS_MAX)) ?? []
  const coded = needs
    .filter((terms) => terms !== first)
    .flatMap((terms) =>
      terms.map(({ term, isPart }, index) => 4 * term + (index === terms.length - 1 ? 2 : 0) + (isPart ? 1 : 0)),
    )
  if (coded.length > NEEDS_MAX || unless.length > UNLESS_MAX || needs.some((terms) => terms.length === 0))
    throw new RangeError(`An entry cannot need ${coded.length} terms unless ${unless.length}`)
  const length = HEAD + coded.length + unless.length
  const parts = first.reduce((bits, { isPart }, index) => bits | (isPart ? 1 << (ARE_PARTS + index) : 0), 0)
  // The key's last term stands for those that are missing, and is a part with it.
  const lastParts = first.at(-1)?.isPart
    ? ((2 ** KEY_TERMS - 1) << ARE_PARTS) & ~((1 << (ARE_PARTS + first.length)) - 1)
    : 0
  const flags = (known.isAlone ? IS_ALONE : 0) | (known.isWhole ? IS_WHOLE : 0) | parts | lastParts
  const info = length | (coded.length << LENGTH_BITS) | flags
  return [...encodeKey(first.map(({ term }) => term)), info, slot, weight, ...coded, ...unless]
}

interface Lists {
  entries: Int32Array
  used: number
  /** By term: where its list begins, how long it is, and how long it may become there. */
  starts: Int32Array
  lengths: Int32Array
  rooms: Int32Array
}

function knowTerm(lists: Lists, term: number): void {
  if (term < lists.starts.length) return
  const size = Math.max(2 * lists.starts.length, term + 1)
  lists.starts = longer(lists.starts, size)
  lists.lengths = longer(lists.lengths, size)
  lists.rooms = longer(lists.rooms, size)
}

function makeRoom(lists: Lists, term: number, more: number): void {
  const length = lists.lengths[term] ?? 0
  const room = Math.max(length + more, 2 * (lists.rooms[term] ?? 0))
  const end = lists.used + room
  if (end > lists.entries.length) lists.entries = longer(lists.entries, 2 * end)
  const from = lists.starts[term] ?? 0
  lists.entries.copyWithin(lists.used, from, from + length)
  lists.starts[term] = lists.used
  lists.rooms[term] = room
  lists.used = end
}

function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
