/** Randomness that is the same for the same seed on every machine. */
export interface Chance {
  share(): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Prefers the beginning of a list, as names do: the n-th is drawn about 1/(n+4) as often. */
  pickFrequent<T>(list: readonly T[]): T
  below(limit: number): number
}

/** Mulberry32: small, well spread, and the same on every machine. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const at = <T>(list: readonly T[], index: number): T => {
    const found = list[index]
    if (found === undefined) throw new Error('There is nothing to pick from.')
    return found
  }
  const below = (limit: number): number => Math.floor(share() * limit)
  return {
    share,
    below,
    happens: (probability) => share() < probability,
    pick: (list) => at(list, below(list.length)),
    pickFrequent(list) {
      const spread = Math.log((list.length + 4) / 4)
      return at(list, Math.min(list.length - 1, Math.floor(4 * (Math.exp(share() * spread) - 1))))
    },
  }
}
