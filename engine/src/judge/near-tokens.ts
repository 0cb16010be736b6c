import { VECTOR_LENGTH } from '../embedding/embedder.ts'

/**
 * `near-tokens.wat`, assembled; a test assembles it again and compares. WebAssembly, since its vector instructions
 * multiply eight numbers at once, and comparing tokens is nearly half of what a judgement costs once a post is read.
 */
export const NEAR_TOKENS_MODULE =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFBgEBAYCABAcUAgZtZW1vcnkCAAduZWFyZXN0AAAK3QMB2gMDA38BfQV7AkADQCAAIAFPDQFDAACAzSEIIA' +
  'IhBSAAQYAGaiEHA0D9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACEL/QwAAAAAAAAAAAAAAAAAAAAAIQz9DAAAAAAAAAAAAAAA' +
  'AAAAAAAhDSAAIQYDQCAG/QAEACEJIAogCSAF/QAEAP26Af2uASEKIAsgCSAF/QAEgAb9ugH9rgEhCyAMIAkgBf0ABIAM/boB/a4BIQwgDSAJIAX9AA' +
  'SAEv26Af2uASENIAb9AAQQIQkgCiAJIAX9AAQQ/boB/a4BIQogCyAJIAX9AASQBv26Af2uASELIAwgCSAF/QAEkAz9ugH9rgEhDCANIAkgBf0ABJAS' +
  '/boB/a4BIQ0gBUEgaiEFIAZBIGohBiAGIAdJDQALIAggCv0bACAK/RsBaiAK/RsCIAr9GwNqarKXIQggCCAL/RsAIAv9GwFqIAv9GwIgC/0bA2pqsp' +
  'chCCAIIAz9GwAgDP0bAWogDP0bAiAM/RsDamqylyEIIAggDf0bACAN/RsBaiAN/RsCIA39GwNqarKXIQggBUGAEmohBSAFIANJDQALIAQgCEMAAIAx' +
  'lDgCACAEQQRqIQQgByEADAALCws='

/** Stands for 1 in a token row: its products add up within 32 bits. */
const ONE = 16_384
const TOKEN_BYTES = 2 * VECTOR_LENGTH
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

/** Vectors, row after row, in whole numbers of 16 bits: a dot product of two rows is off by less than a thousandth. */
export type TokenRows = Int16Array

/** Unit vectors as token rows. */
export function tokenRows(units: Float32Array): TokenRows {
  const rows = new Int16Array(units.length)
  for (let at = 0; at < rows.length; at++) rows[at] = Math.round((units[at] ?? 0) * ONE)
  return rows
}

/**
 * For each group of tokens, how near its nearest one comes to each wanted token: their greatest dot product, or -1 where
 * the group is empty. Each row is a unit vector of 384 numbers.
 */
export function nearestTokens(wanted: TokenRows, groups: readonly TokenRows[]): Float32Array[] {
  const count = wanted.length / VECTOR_LENGTH
  const longest = groups.reduce((most, tokens) => Math.max(most, tokens.length), 0)
  const tokensAt = wanted.byteLength
  const outAt = tokensAt + 2 * longest + AT_ONCE * TOKEN_BYTES
  const missing = outAt + 4 * count - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  const numbers = new Int16Array(memory.buffer)
  numbers.set(wanted)
  return groups.map((tokens) => {
    if (tokens.length === 0) return new Float32Array(count).fill(-1)
    numbers.set(tokens, tokensAt / 2)
    let end = tokensAt / 2 + tokens.length
    // The last one again until the module's measure is full: it is no nearer for that.
    for (let rows = tokens.length / VECTOR_LENGTH; rows % AT_ONCE > 0; rows++) {
      numbers.copyWithin(end, end - VECTOR_LENGTH, end)
      end += VECTOR_LENGTH
    }
    nearest(0, wanted.byteLength, tokensAt, 2 * end, outAt)
    return new Float32Array(memory.buffer, outAt, count).slice()
  })
}
