import { VECTOR_LENGTH } from '../embedding/embedder.ts'

/**
 * `near-tokens.wat`, assembled; a test assembles it again and compares. WebAssembly, since its vector instructions
 * multiply four numbers at once, and comparing tokens is nearly all of what a judgement costs once a post is read.
 */
export const NEAR_TOKENS_MODULE =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFBgEBAYCABAcUAgZtZW1vcnkCAAduZWFyZXN0AAAK0wMB0AMDA38BfQV7AkADQCAAIAFPDQFDAACAvyEIIAIhBS' +
  'AAQYAMaiEHA0D9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACEL/QwAAAAAAAAAAAAAAAAAAAAAIQz9DAAAAAAAAAAAAAAAAAAAAAAh' +
  'DSAAIQYDQCAG/QAEACEJIAogCSAF/QAEAP3mAf3kASEKIAsgCSAF/QAEgAz95gH95AEhCyAMIAkgBf0ABIAY/eYB/eQBIQwgDSAJIAX9AASAJP3mAf3kAS' +
  'ENIAb9AAQQIQkgCiAJIAX9AAQQ/eYB/eQBIQogCyAJIAX9AASQDP3mAf3kASELIAwgCSAF/QAEkBj95gH95AEhDCANIAkgBf0ABJAk/eYB/eQBIQ0gBUEg' +
  'aiEFIAZBIGohBiAGIAdJDQALIAggCv0fACAK/R8BkiAK/R8CIAr9HwOSkpchCCAIIAv9HwAgC/0fAZIgC/0fAiAL/R8DkpKXIQggCCAM/R8AIAz9HwGSIA' +
  'z9HwIgDP0fA5KSlyEIIAggDf0fACAN/R8BkiAN/R8CIA39HwOSkpchCCAFQYAkaiEFIAUgA0kNAAsgBCAIOAIAIARBBGohBCAHIQAMAAsLCw=='

const TOKEN_BYTES = 4 * VECTOR_LENGTH
const PAGE_BYTES = 65_536
/** The module compares so many tokens at a time. */
const AT_ONCE = 4

/** The part used here: its types come with those of browsers, which the server does without. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface NearTokensExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  nearest(this: void, wanted: number, wantedEnd: number, tokens: number, end: number, out: number): void
}

const { memory, nearest } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(NEAR_TOKENS_MODULE, 'base64')))
  .exports as NearTokensExports

/**
 * For each group of tokens, how near its nearest one comes to each wanted token: their greatest dot product, or -1 where
 * the group is empty. All are unit vectors of 384 numbers, row after row.
 */
export function nearestTokens(wanted: Float32Array, groups: readonly Float32Array[]): Float32Array[] {
  const count = wanted.length / VECTOR_LENGTH
  const longest = groups.reduce((most, tokens) => Math.max(most, tokens.length), 0)
  const tokensAt = wanted.byteLength
  const outAt = tokensAt + 4 * longest + AT_ONCE * TOKEN_BYTES
  const missing = outAt + 4 * count - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  const numbers = new Float32Array(memory.buffer)
  numbers.set(wanted)
  return groups.map((tokens) => {
    if (tokens.length === 0) return new Float32Array(count).fill(-1)
    numbers.set(tokens, tokensAt / 4)
    let end = tokensAt / 4 + tokens.length
    // The last one again until the module's measure is full: it is no nearer for that.
    for (let rows = tokens.length / VECTOR_LENGTH; rows % AT_ONCE > 0; rows++) {
      numbers.copyWithin(end, end - VECTOR_LENGTH, end)
      end += VECTOR_LENGTH
    }
    nearest(0, wanted.byteLength, tokensAt, 4 * end, outAt)
    return numbers.slice(outAt / 4, outAt / 4 + count)
  })
}
