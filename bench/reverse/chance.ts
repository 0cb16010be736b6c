/** Random numbers that are the same for the same seed (mulberry32); for made-up data only. */
export interface Chance {
  /** From 0 up to 1. */
  share(): number
  /** A whole number from 0 up to `below`. */
  below(below: number): number
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return { share, below: (below) => Math.floor(share() * below) }
}

/** Draws indices in proportion to their weights. */
export function createDraw(weights: readonly number[], chance: Chance): () => number {
  const sums = new Float64Array(weights.length)
  let total = 0
  weights.forEach((weight, index) => (sums[index] = total += weight))
  return () => {
    const wanted = chance.share() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
