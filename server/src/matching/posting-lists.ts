const ROOM_AT_FIRST = 1_024
const LIST_ROOM_AT_FIRST = 2

/**
 * Lists of whole numbers, one for each term, in one array: a list that outgrows its room moves to the end, and what it
 * leaves is taken up when the array would have to grow. So an entry is there as soon as it is put, and reading runs straight on.
 */
export interface PostingLists {
  /** Good until the next change, as are the answers of `startOf`. */
  entries(): Int32Array
  startOf(term: number): number
  lengthOf(term: number): number
  add(term: number, entry: number): void
  remove(term: number, entry: number): void
}

export function createPostingLists(): PostingLists {
  let entries = new Int32Array(ROOM_AT_FIRST)
  let used = 0
  let starts = new Int32Array(ROOM_AT_FIRST)
  let lengths = new Int32Array(ROOM_AT_FIRST)
  let rooms = new Int32Array(ROOM_AT_FIRST)

  function knowTerm(term: number): void {
    if (term < starts.length) return
    const size = Math.max(2 * starts.length, term + 1)
    starts = longer(starts, size)
    lengths = longer(lengths, size)
    rooms = longer(rooms, size)
  }

  function makeRoom(term: number): void {
    const room = Math.max(LIST_ROOM_AT_FIRST, 2 * (rooms[term] ?? 0))
    if (used + room > entries.length) pack(room)
    const from = starts[term] ?? 0
    entries.copyWithin(used, from, from + (lengths[term] ?? 0))
    starts[term] = used
    rooms[term] = room
    used += room
  }

  /** Moves all lists together, each with a little room to grow. */
  function pack(extra: number): void {
    const needed = rooms.reduce((sum, _, term) => sum + roomFor(term), extra)
    const packed = new Int32Array(Math.max(2 * needed, ROOM_AT_FIRST))
    used = 0
    for (let term = 0; term < starts.length; term++) {
      const length = lengths[term] ?? 0
      const from = starts[term] ?? 0
      packed.set(entries.subarray(from, from + length), used)
      starts[term] = used
      rooms[term] = roomFor(term)
      used += roomFor(term)
    }
    entries = packed
  }

  function roomFor(term: number): number {
    const length = lengths[term] ?? 0
    return length === 0 ? 0 : length + (length >> 2)
  }

  return {
    entries: () => entries,
    startOf: (term) => starts[term] ?? 0,
    lengthOf: (term) => lengths[term] ?? 0,
    add(term, entry) {
      knowTerm(term)
      if (lengths[term] === rooms[term]) makeRoom(term)
      const length = lengths[term] ?? 0
      entries[(starts[term] ?? 0) + length] = entry
      lengths[term] = length + 1
    },
    remove(term, entry) {
      const from = starts[term] ?? 0
      const last = from + (lengths[term] ?? 0) - 1
      const at = entries.subarray(from, last + 1).indexOf(entry)
      if (at < 0) return
      entries[from + at] = entries[last] ?? 0
      lengths[term] = last - from
    },
  }
}

function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
