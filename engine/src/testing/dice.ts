import { createSeededRandom } from './seeded-random.ts'

/** Randomness that is the same for the same seed. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  share(): number
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
}

export function createDice(seed: string): Dice {
  const random = createSeededRandom(seed)
  const share = () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    share,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      // Safe: the list is not empty and the number is less than its length.
      return list[below(list.length)] as T
    },
  }
}
