import { VECTOR_LENGTH } from '../embedding/embedder.ts'

/**
 * `near-vectors.wat`, assembled; a test assembles it again and compares. WebAssembly, since its vector instructions
 * multiply eight numbers at once, and since its memory grows where it lies.
 */
export const NEAR_VECTORS_MODULE =
  'AGFzbQEAAAABCAFgBH9/f38AAwIBAAUGAQEBgIAEBxECBm1lbW9yeQIABHNjYW4AAArMAgHJAgIDfwJ7IAMgAkECdGohBAJAA0AgAyAETw0B/QwA' +
  'AAAAAAAAAAAAAAAAAAAAIQf9DAAAAAAAAAAAAAAAAAAAAAAhCCAAIQYgAEGABmohBQNAIAcgAf0BAwAgBv0ABAD9ugH9rgEhByAIIAH9AQMIIAb9' +
  'AAQQ/boB/a4BIQggByAB/QEDECAG/QAEIP26Af2uASEHIAggAf0BAxggBv0ABDD9ugH9rgEhCCAHIAH9AQMgIAb9AARA/boB/a4BIQcgCCAB/QED' +
  'KCAG/QAEUP26Af2uASEIIAcgAf0BAzAgBv0ABGD9ugH9rgEhByAIIAH9AQM4IAb9AARw/boB/a4BIQggAUHAAGohASAGQYABaiEGIAYgBUkNAAsg' +
  'ByAI/a4BIQcgAyAH/RsAIAf9GwFqIAf9GwIgB/0bA2pqNgIAIANBBGohAwwACwsL'

/** The value of 1 in a voice's numbers of two bytes. */
const UNIT = 32_767
const VOICE_BYTES = 2 * VECTOR_LENGTH
const PAGE_BYTES = 65_536
/** So many are compared in one pass, with room for a product of each. */
export const ROWS_AT_ONCE = 4_096
const FIRST_ROW = VOICE_BYTES + 4 * ROWS_AT_ONCE

/** The part used here: its types come with those of browsers, which the server does without. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface NearVectorsExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  scan(this: void, voice: number, vector: number, rows: number, out: number): void
}

/** Packed vectors in rows numbered from 0, to compare many at once. */
export interface NearVectors {
  /** Makes room for so many rows; what is there stays where it is. */
  makeRoom(rows: number): void
  /** Puts a vector as `packVector` makes it. Returns what a product of the row is multiplied by to be a cosine. */
  set(row: number, packed: Uint8Array): number
  clear(row: number): void
  /** The products of rows from `from` on, at most `ROWS_AT_ONCE`, with a voice. They stand until the next call. */
  multiply(voice: Float32Array, from: number, rows: number): Int32Array
}

export function createNearVectors(): NearVectors {
  const module = new WebAssembly.Module(Buffer.from(NEAR_VECTORS_MODULE, 'base64'))
  const { memory, scan } = new WebAssembly.Instance(module).exports as NearVectorsExports
  let bytes = new Int8Array(memory.buffer)
  let products = new Int32Array(memory.buffer, VOICE_BYTES, ROWS_AT_ONCE)
  let voiceNumbers = new Int16Array(memory.buffer, 0, VECTOR_LENGTH)

  return {
    makeRoom(rows) {
      const missing = addressOf(rows) - memory.buffer.byteLength
      if (missing <= 0) return
      memory.grow(Math.ceil(missing / PAGE_BYTES))
      bytes = new Int8Array(memory.buffer)
      products = new Int32Array(memory.buffer, VOICE_BYTES, ROWS_AT_ONCE)
      voiceNumbers = new Int16Array(memory.buffer, 0, VECTOR_LENGTH)
    },
    set(row, packed) {
      const signed = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength)
      bytes.set(signed, addressOf(row))
      const length = Math.sqrt(signed.reduce((sum, value) => sum + value * value, 0))
      return length === 0 ? 0 : 1 / (length * UNIT)
    },
    clear(row) {
      bytes.fill(0, addressOf(row), addressOf(row + 1))
    },
    multiply(voice, from, rows) {
      for (let at = 0; at < VECTOR_LENGTH; at++) voiceNumbers[at] = Math.round((voice[at] ?? 0) * UNIT)
      scan(0, addressOf(from), rows, VOICE_BYTES)
      return products
    },
  }
}

function addressOf(row: number): number {
  return FIRST_ROW + row * VECTOR_LENGTH
}
