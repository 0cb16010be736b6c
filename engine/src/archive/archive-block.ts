/** So many rows share arrays, which are small enough to be packed anew in a millisecond or two. */
export const ROWS_PER_BLOCK = 16_384
const ENTRIES_FIRST = 1_024
const GROWTH = 1.25
/** Entries are packed in place once at least so many, and half of all, belong to no row any more. */
const WASTE_MIN = 4_096

/** What is held of the posts of some rows, an array for each property. */
export class ArchiveBlock {
  readonly postedAt = new Float64Array(ROWS_PER_BLOCK)
  /** The number of the post's platform; 0 where the row is free. */
  readonly platforms = new Uint8Array(ROWS_PER_BLOCK)
  /** The number of those who see the post; 0 stands for everybody. */
  readonly audiences = new Uint32Array(ROWS_PER_BLOCK)
  /** What a product of the post's vector is multiplied by to be a cosine; 0 where it has none. */
  readonly scales = new Float32Array(ROWS_PER_BLOCK)
  /** How many terms the post has, counting each as often as it stands there. */
  readonly totals = new Uint16Array(ROWS_PER_BLOCK)
  /** The entries of all rows; a row's are `lengths` many from `starts` on. */
  entries = new Int32Array(ENTRIES_FIRST)
  readonly starts = new Uint32Array(ROWS_PER_BLOCK)
  readonly lengths = new Uint16Array(ROWS_PER_BLOCK)
  #end = 0
  #wasted = 0

  get bytes(): number {
    return this.entries.byteLength + ROWS_PER_BLOCK * (8 + 1 + 4 + 4 + 2 + 4 + 2)
  }

  setEntries(at: number, entries: Int32Array): void {
    this.clearEntries(at)
    if (this.#end + entries.length > this.entries.length) this.#makeRoom(entries.length)
    this.entries.set(entries, this.#end)
    this.starts[at] = this.#end
    this.lengths[at] = entries.length
    this.#end += entries.length
  }

  clearEntries(at: number): void {
    this.#wasted += this.lengths[at] ?? 0
    this.lengths[at] = 0
  }

  #makeRoom(missing: number): void {
    const needed = this.#end - this.#wasted + missing
    const isWasteful = this.#wasted >= WASTE_MIN && 2 * this.#wasted >= this.#end && needed <= this.entries.length
    const size = isWasteful ? this.entries.length : Math.max(needed, Math.ceil(GROWTH * this.entries.length))
    const packed = new Int32Array(size)
    let end = 0
    for (let at = 0; at < ROWS_PER_BLOCK; at++) {
      const start = this.starts[at] ?? 0
      const length = this.lengths[at] ?? 0
      packed.set(this.entries.subarray(start, start + length), end)
      this.starts[at] = end
      end += length
    }
    this.entries = packed
    this.#end = end
    this.#wasted = 0
  }
}
