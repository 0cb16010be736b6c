const ROOM_AT_FIRST = 1_024

/** How many guards an entry may have. */
export const GUARDS_MAX = 5
/** An entry's slot, and its guards behind it. */
export const ENTRY_LENGTH = 1 + GUARDS_MAX

/**
 * For each term the slots that hang under it, in one array. With each go the terms one of which a post must hold too, so that most
 * are passed by without looking at their plans. A list that outgrows its room moves to the end into twice as much, so what all of
 * them have left behind is never more than what they have. An entry is there as soon as it is put, and nothing has to be tidied.
 */
export interface PostingLists {
  /** Good until the next change, as are the answers of `startOf`. */
  entries(): Int32Array
  startOf(term: number): number
  /** In numbers, `ENTRY_LENGTH` to an entry. */
  lengthOf(term: number): number
  /** Guards must be as many as an entry takes. */
  add(term: number, slot: number, guards: readonly number[]): void
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
    add(term, slot, guards) {
      if (guards.length !== GUARDS_MAX) throw new RangeError(`An entry has ${GUARDS_MAX} guards, not ${guards.length}`)
      knowTerm(lists, term)
      if (lists.lengths[term] === lists.rooms[term]) makeRoom(lists, term)
      const length = lists.lengths[term] ?? 0
      const at = (lists.starts[term] ?? 0) + length
      lists.entries[at] = slot
      lists.entries.set(guards, at + 1)
      lists.lengths[term] = length + ENTRY_LENGTH
    },
    remove(term, slot) {
      const { entries } = lists
      const from = lists.starts[term] ?? 0
      const last = from + (lists.lengths[term] ?? 0) - ENTRY_LENGTH
      for (let at = from; at <= last; at += ENTRY_LENGTH) {
        if (entries[at] !== slot) continue
        entries.copyWithin(at, last, last + ENTRY_LENGTH)
        lists.lengths[term] = last - from
        return
      }
    },
  }
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

function makeRoom(lists: Lists, term: number): void {
  const room = Math.max(ENTRY_LENGTH, 2 * (lists.rooms[term] ?? 0))
  const end = lists.used + room
  if (end > lists.entries.length) lists.entries = longer(lists.entries, 2 * end)
  const from = lists.starts[term] ?? 0
  lists.entries.copyWithin(lists.used, from, from + (lists.lengths[term] ?? 0))
  lists.starts[term] = lists.used
  lists.rooms[term] = room
  lists.used = end
}

function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
