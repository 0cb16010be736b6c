const BLOCK_BITS = 20
const BLOCK = 2 ** BLOCK_BITS
const FIRST_BLOCK_AT_FIRST = 4_096

/**
 * Room for runs of numbers that never move. It comes in blocks, so it grows without copying: adding one thing never
 * waits for all the others.
 */
export interface NumberBlocks {
  /** A place's run starts at `offsetOf(place)` in `blocks[blockOf(place)]` and is contiguous. */
  readonly blocks: Int32Array[]
  /** A place for so many numbers, which hold 0 or old values. Places share the lengths' common divisor. */
  take(length: number): number
  /** Gives room back, for the next run of the same length. */
  leave(position: number, length: number): void
}

export function createNumberBlocks(): NumberBlocks {
  const blocks: Int32Array[] = [new Int32Array(FIRST_BLOCK_AT_FIRST)]
  /** Freed places by length. */
  const left = new Map<number, number[]>()
  let used = 0

  function takeNew(length: number): number {
    if (offsetOf(used) + length > BLOCK && offsetOf(used) > 0) used = BLOCK * (blockOf(used) + 1)
    const position = used
    used += length
    const end = offsetOf(position) + length
    const block = blocks[blockOf(position)]
    // A run longer than a block has one of its own, which covers several block numbers.
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

/** A copy, extended with zeros. */
export function longer(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
