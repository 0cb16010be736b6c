/**
 * `nearest-voice.wat`, assembled; a test assembles it again and compares. In WebAssembly since its vector instructions take
 * sixteen numbers at once, which is some twenty times as fast as the same loop over typed arrays.
 */
export const NEAREST_VOICE_MODULE =
  'AGFzbQEAAAABDQJgAn9/AX9gA39/fwADAwIAAQUDAQABBxQCBm1lbW9yeQIAB25lYXJlc3QAAQqcAgKmAQIBfwR7IABBgANqIQID' +
  'QCAA/QAEACEDIAH9AAQAIQQgBSADIAT9nAH9fv2uASEFIAYgAyAE/Z0B/X79rgEhBiAA/QAEECEDIAH9AAQQIQQgBSADIAT9nAH9' +
  'fv2uASEFIAYgAyAE/Z0B/X79rgEhBiAAQSBqIQAgAUEgaiEBIAAgAkkNAAsgBSAG/a4BIQUgBf0bACAF/RsBaiAF/RsCIAX9GwNq' +
  'agtyAgJ/AX0gACEDIAAgAkGQCWxqIQQCQANAIAMgBE8NASADKgKACSADIAEQALKUIQUgBSADKgKECSADQYADaiABEACylJchBSAF' +
  'IAMqAogJIANBgAZqIAEQALKUlyEFIAMgBTgCjAkgA0GQCWohAwwACwsL'

const VOICES = 3
const NUMBERS = 384
/** As the module lays a signal out: its voices, a factor for each, and room for the answer. */
const SIGNAL_BYTES = VOICES * NUMBERS + 4 * VOICES + 4
const PAGE_BYTES = 65_536
/** Before the first signal lies the vector that all are compared with. */
const FIRST_SIGNAL = NUMBERS

/** As much of it as is used: its types come with those of browsers, which the server does without. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface NearestVoiceExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  nearest(first: number, vector: number, count: number): void
}

/** The voices of signals in slots numbered from 0, for comparing one vector with all of them. Vectors are packed. */
export interface NearestVoices {
  /** Puts a signal's three voices into a slot: any up to the first free one. */
  set(slot: number, voices: readonly Uint8Array[]): void
  /** Moves the last slot's signal into `slot` and frees the last. */
  removeBySwap(slot: number): void
  /** The cosine of the vector with the nearest voice of each slot. Good until the next call. */
  nearest(vector: Uint8Array): (slot: number) => number
}

export function createNearestVoices(): NearestVoices {
  const module = new WebAssembly.Module(Buffer.from(NEAREST_VOICE_MODULE, 'base64'))
  const exports = new WebAssembly.Instance(module).exports as NearestVoiceExports
  const { memory } = exports
  let count = 0

  function makeRoom(slots: number): void {
    const missing = FIRST_SIGNAL + slots * SIGNAL_BYTES - memory.buffer.byteLength
    // Doubled, as growing may copy all there is.
    if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength) / PAGE_BYTES))
  }

  const placeOf = (slot: number) => FIRST_SIGNAL + slot * SIGNAL_BYTES

  return {
    set(slot, voices) {
      if (slot > count || voices.length !== VOICES)
        throw new RangeError(`No room for ${voices.length} voices at ${slot}`)
      makeRoom(slot + 1)
      count = Math.max(count, slot + 1)
      const bytes = new Uint8Array(memory.buffer)
      const factors = new Float32Array(memory.buffer)
      for (const [index, voice] of voices.entries()) {
        bytes.set(voice, placeOf(slot) + index * NUMBERS)
        factors[(placeOf(slot) + VOICES * NUMBERS) / 4 + index] = factorOf(voice)
      }
    },
    removeBySwap(slot) {
      count -= 1
      new Uint8Array(memory.buffer).copyWithin(placeOf(slot), placeOf(count), placeOf(count + 1))
    },
    nearest(vector) {
      new Uint8Array(memory.buffer).set(vector, 0)
      exports.nearest(FIRST_SIGNAL, 0, count)
      const answers = new Float32Array(memory.buffer)
      const factor = factorOf(vector)
      return (slot) => factor * (answers[placeOf(slot + 1) / 4 - 1] ?? 0)
    },
  }
}

/** One over the length of a packed vector; 0 for one of zeros, which is near to nothing. */
function factorOf(packed: Uint8Array): number {
  let sum = 0
  for (const value of new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength)) sum += value * value
  return sum === 0 ? 0 : 1 / Math.sqrt(sum)
}
