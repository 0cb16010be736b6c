import { createHash } from 'node:crypto'

/** Bytes that look random and are the same for the same seed: SHA-256 of the seed and a counter. */
export function createSeededRandom(seed: string): { bytes(length: number): Uint8Array } {
  let counter = 0
  let pool = Buffer.alloc(0)
  return {
    bytes(length) {
      while (pool.length < length) {
        pool = Buffer.concat([pool, createHash('sha256').update(`${seed}:${counter++}`).digest()])
      }
      const taken = Uint8Array.from(pool.subarray(0, length))
      pool = pool.subarray(length)
      return taken
    },
  }
}
