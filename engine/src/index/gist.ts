import { readFileSync } from 'node:fs'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'

/** The signed bytes of a gist. */
export const GIST_LENGTH = 64
/** The byte value of 1. Shares above a half are clipped, since no text is about one thing alone. */
const UNIT = 254
const BYTE_MAX = 127
const WEIGHT_UNIT = 1 / 127

interface GistWeights {
  /** Each direction's numbers as bytes, and the value of the greatest byte. */
  directions: { peak: number; bytes: string }[]
}

/**
 * A vector's meaning in short: its direction along the 64 axes in which posts differ most. What all posts have in
 * common is left out, so gists separate subjects better than whole vectors do. A zero vector means nothing.
 */
export function gistOf(vector: Float32Array): Int8Array {
  const along = new Float32Array(GIST_LENGTH)
  for (let row = 0; row < GIST_LENGTH; row++) {
    const from = row * VECTOR_LENGTH
    let sum = 0
    for (let at = 0; at < VECTOR_LENGTH; at++) sum += (vector[at] ?? 0) * (directions[from + at] ?? 0)
    along[row] = sum
  }
  const length = Math.hypot(...along)
  const inUnits = (value: number) => Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round((value / length) * UNIT)))
  return length === 0 ? new Int8Array(GIST_LENGTH) : Int8Array.from(along, inUnits)
}

/** The gist of what several vectors have in common. */
export function gistOfAll(vectors: readonly Float32Array[]): Int8Array {
  const sum = new Float32Array(VECTOR_LENGTH)
  for (const vector of vectors) vector.forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value))
  const length = Math.hypot(...sum)
  return gistOf(length === 0 ? sum : sum.map((value) => value / length))
}

/** The dot product of two gists. In whole numbers, so the same on every machine. */
export function productOf(one: Int8Array, other: Int8Array): number {
  let sum = 0
  for (let at = 0; at < GIST_LENGTH; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** How near two texts are in meaning, about -1 to 1, from the product of their gists. */
export function nearnessOf(product: number): number {
  return product / (UNIT * UNIT)
}

/** The least product that is as near as this. */
export function productFor(nearness: number): number {
  return Math.ceil(nearness * UNIT * UNIT)
}

/** The directions in sequence. */
const directions = readDirections()

/** Our own file, made by `bench/reverse/fit-gist.ts`, so its shape is trusted. */
function readDirections(): Float32Array {
  const file = new URL('../weights/gist.json', import.meta.url)
  const weights = JSON.parse(readFileSync(file, 'utf8')) as GistWeights
  return Float32Array.from(weights.directions.flatMap((row) => [...unpack(row)]))
}

function unpack({ peak, bytes }: GistWeights['directions'][number]): Float32Array {
  return Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (value) => value * WEIGHT_UNIT * peak)
}
