const WORDS = 4
const SLOTS_FIRST = 1_024
/** At most so full, so that a search for an id takes a step or two. */
const FULL_SHARE = 0.6

/** Which row each UUID has: 16 bytes an id and a few for finding it, where a `Map` of texts takes a hundred. */
export class IdRows {
  #ids = new Uint32Array(0)
  /** A row plus one, or 0, by hash; an id that finds its slot taken is in the next free one. */
  #slots = new Int32Array(SLOTS_FIRST)
  #count = 0
  readonly #asked = new Uint32Array(WORDS)

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#ids.byteLength + this.#slots.byteLength
  }

  find(id: string): number | undefined {
    readId(id, this.#asked)
    const row = (this.#slots[this.#slotOf(this.#asked)] ?? 0) - 1
    return row < 0 ? undefined : row
  }

  /** Gives a row an id that has none yet. */
  set(id: string, row: number): void {
    if ((this.#count + 1) / this.#slots.length > FULL_SHARE) this.#grow()
    if ((row + 1) * WORDS > this.#ids.length) this.#ids = longer(this.#ids, (row + 1) * WORDS)
    readId(id, this.#asked)
    this.#ids.set(this.#asked, row * WORDS)
    this.#slots[this.#slotOf(this.#asked)] = row + 1
    this.#count += 1
  }

  delete(id: string): void {
    readId(id, this.#asked)
    let free = this.#slotOf(this.#asked)
    if (this.#slots[free] === 0) return
    this.#count -= 1
    // Whoever would no longer be found past the free slot moves into it.
    for (let slot = this.#after(free); ; slot = this.#after(slot)) {
      const row = (this.#slots[slot] ?? 0) - 1
      if (row < 0) break
      const own = this.#hashOf(this.#ids, row * WORDS)
      const isBetween = free <= slot ? free < own && own <= slot : free < own || own <= slot
      if (isBetween) continue
      this.#slots[free] = row + 1
      free = slot
    }
    this.#slots[free] = 0
  }

  /** The id of a row that has one. */
  idOf(row: number): string {
    const hex = [0, 1, 2, 3].map((at) => (this.#ids[row * WORDS + at] ?? 0).toString(16).padStart(8, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  /** Below 0 where the first row's id comes first. */
  compare(one: number, other: number): number {
    for (let at = 0; at < WORDS; at++) {
      const difference = (this.#ids[one * WORDS + at] ?? 0) - (this.#ids[other * WORDS + at] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** The slot with this id, or the free one where it belongs. */
  #slotOf(id: Uint32Array): number {
    let slot = this.#hashOf(id, 0)
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1
      if (row < 0) return slot
      const from = row * WORDS
      const isSame =
        this.#ids[from] === id[0] &&
        this.#ids[from + 1] === id[1] &&
        this.#ids[from + 2] === id[2] &&
        this.#ids[from + 3] === id[3]
      if (isSame) return slot
      slot = this.#after(slot)
    }
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1)
  }

  #hashOf(ids: Uint32Array, from: number): number {
    let mixed = 0
    for (let at = 0; at < WORDS; at++) mixed = Math.imul(mixed ^ (ids[from + at] ?? 0), 0x9e37_79b1) ^ (mixed >>> 15)
    return (mixed ^ (mixed >>> 16)) & (this.#slots.length - 1)
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Int32Array(2 * before.length)
    for (const taken of before) {
      if (taken === 0) continue
      const from = (taken - 1) * WORDS
      this.#slots[this.#slotOf(this.#ids.subarray(from, from + WORDS))] = taken
    }
  }
}

function readId(id: string, into: Uint32Array): void {
  const hex = id.replaceAll('-', '')
  for (let at = 0; at < WORDS; at++) into[at] = Number.parseInt(hex.slice(8 * at, 8 * at + 8), 16)
}

function longer(before: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(Math.max(least, before.length + Math.ceil(before.length / 2)))
  after.set(before)
  return after
}
