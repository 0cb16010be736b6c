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
  leave(position: number, length: number): void
}

export function createNumberBlocks(): NumberBlocks {
  const blocks: Int32Array[] = [new Int32Array(FIRST_BLOCK_AT_FIRST)]
  /** By their length, places that were left. */
  const left = new Map<number, number[]>()
  let used = 0

  function takeNew(length: number): number {
    if (offsetOf(used) + length > BLOCK && offsetOf(used) > 0) used = BLOCK * (blockOf(used) + 1)
    const position = used
    used += length
    const end = offsetOf(position) + length
    const block = blocks[blockOf(position)]
    // A run longer than a block has one of its own, which goes by several numbers.
    if (!block) blocks[blockOf(position)] = new Int32Array(Math.max(BLOCK, length))
    else if (end > block.length) blocks[blockOf(position)] = longer(block, Math.max(length, Math.min(BLOCK, 2 * end)))
    return position
  }

  return {
    blocks,
    take: (length) => left.get(length)?.pop() ?? takeNew(length),
    leave(position, length) {
      const same = left.get(length)
      if (same) same.push(position)
      else left.set(length, [position])
    },
  }
}

export function blockOf(position: number): number {
  return position >> BLOCK_BITS
}

export function offsetOf(position: number): number {
  return position & (BLOCK - 1)
}

/** As before, with zeros behind. */
export function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
