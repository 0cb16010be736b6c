import { randomBytes } from 'node:crypto'

/** Where every unpredictable byte comes from; tests pass a seeded one. */
export interface Random {
  bytes(length: number): Uint8Array
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }

/** A number in [0, 1) with 48 bits of the source's randomness. */
export function fraction(random: Random): number {
  return random.bytes(6).reduce((sum, byte) => (sum + byte) / 256, 0)
}
