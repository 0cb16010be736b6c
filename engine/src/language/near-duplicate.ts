import { readWords } from './words.ts'

const BITS = 64
const SHINGLE_WORDS = 3
const CHARACTERS_MAX = 20_000
export const DIFFERING_BITS_MAX = 3
const SHORT_WORDS = 8

/**
 * A 64-bit SimHash of the normalised words of a text, so that reposts and cross-posts come out alike. Texts of fewer
 * than eight words are hashed whole: two short posts are the same only if their words are.
 */
export function fingerprint(text: string): Uint8Array {
  const words = readWords(text.slice(0, CHARACTERS_MAX).replace(/https?:\/\/\S+|^>.*$/gm, ' ')).map(({ term }) => term)
  if (words.length < SHORT_WORDS) return toBytes(hash(words.join(' ')))
  const votes = new Int32Array(BITS)
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++) {
    const [low, high] = hash(words.slice(at, at + SHINGLE_WORDS).join(' '))
    for (let bit = 0; bit < 32; bit++) {
      votes[bit] = (votes[bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1)
      votes[bit + 32] = (votes[bit + 32] ?? 0) + ((high >>> bit) & 1 ? 1 : -1)
    }
  }
  let low = 0
  let high = 0
  for (let bit = 0; bit < 32; bit++) {
    if ((votes[bit] ?? 0) > 0) low |= 1 << bit
    if ((votes[bit + 32] ?? 0) > 0) high |= 1 << bit
  }
  return toBytes([low >>> 0, high >>> 0])
}

/** Whether two fingerprints differ in at most three of their 64 bits. */
export function isNearDuplicate(left: Uint8Array, right: Uint8Array): boolean {
  let differing = 0
  for (let index = 0; index < BITS / 8; index++) {
    let bits = (left[index] ?? 0) ^ (right[index] ?? 0)
    while (bits !== 0) {
      bits &= bits - 1
      differing++
    }
  }
  return differing <= DIFFERING_BITS_MAX
}

/** Two independent 32-bit FNV-1a sums, well mixed. */
function hash(text: string): [number, number] {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return [mix(low), mix(high)]
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function toBytes([low, high]: [number, number]): Uint8Array {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, low)
  view.setUint32(4, high)
  return bytes
}
