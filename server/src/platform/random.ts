import { randomBytes } from 'node:crypto'

/** The source of all unpredictable bytes; tests pass a seeded one. */
export interface Random {
  bytes(length: number): Uint8Array
}

/**
 * Drawn ahead in one go: asking the system for eight bytes takes as long as for thousands, and a request needs a dozen.
 */
const DRAWN_BYTES = 4096
const SERVED_BYTES_MAX = 64

export const systemRandom: Random = createSystemRandom()

function createSystemRandom(): Random {
  let drawn = randomBytes(0)
  return {
    bytes(length) {
      if (length > SERVED_BYTES_MAX) return randomBytes(length)
      if (drawn.length < length) drawn = randomBytes(DRAWN_BYTES)
      const given = Uint8Array.from(drawn.subarray(0, length))
      // Erases the bytes given away, so that they cannot be read here.
      drawn.fill(0, 0, length)
      drawn = drawn.subarray(length)
      return given
    },
  }
}

/** A number in [0, 1) with 48 bits of the source's randomness. */
export function fraction(random: Random): number {
  return random.bytes(6).reduce((sum, byte) => (sum + byte) / 256, 0)
}
