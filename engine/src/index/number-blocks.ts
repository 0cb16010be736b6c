const BLOCK_BITS = 20
const BLOCK = 2 ** BLOCK_BITS
const FIRST_BLOCK_AT_FIRST = 4_096

/**
 * Room for runs of numbers that stay where they are for as long as they are there. It comes in blocks, so that there is more of it
 * without anything being moved: whoever puts one thing more never waits for all the others.
 */
export interface NumberBlocks {
  /** What stands at a place is from `offsetOf(place)` on in `blocks[blockOf(place)]`, whole. */
  readonly blocks: Int32Array[]
  /** A place for so many numbers, which are 0 or what was left there. Multiples of what all lengths are multiples of. */
  take(length: number): number
  /** Gives room back to whoever next takes as much. */
  leave(place: number, length: number): void
}

export function createNumberBlocks(): NumberBlocks {
  const blocks: Int32Array[] = [new Int32Array(FIRST_BLOCK_AT_FIRST)]
  /** By their length, places that were left. */
  const left = new Map<number, number[]>()
  let used = 0

  function takeNew(length: number): number {
    if (offsetOf(used) + length > BLOCK && offsetOf(used) > 0) used = BLOCK * (blockOf(used) + 1)
    const place = used
    used += length
    const end = offsetOf(place) + length
    const block = blocks[blockOf(place)]
    // A run longer than a block has one of its own, which goes by several numbers.
    if (!block) blocks[blockOf(place)] = new Int32Array(Math.max(BLOCK, length))
    else if (end > block.length) blocks[blockOf(place)] = longer(block, Math.max(length, Math.min(BLOCK, 2 * end)))
    return place
  }

  return {
    blocks,
    take: (length) => left.get(length)?.pop() ?? takeNew(length),
    leave(place, length) {
      const same = left.get(length)
      if (same) same.push(place)
      else left.set(length, [place])
    },
  }
}

export function blockOf(place: number): number {
  return place >> BLOCK_BITS
}

export function offsetOf(place: number): number {
  return place & (BLOCK - 1)
}

/** As before, with zeros behind. */
export function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
