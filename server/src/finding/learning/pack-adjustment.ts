import type { Adjustment } from './adjustment.ts'

/** An adjustment as the database keeps it: the bias, then the weights, as doubles. */
export function packAdjustment({ bias, weights }: Adjustment): Buffer {
  return Buffer.from(Float64Array.of(bias, ...weights).buffer)
}

export function unpackAdjustment(bytes: Uint8Array): Adjustment {
  // Copied, since the database's bytes may not start at a multiple of eight, as Float64Array requires.
  const values = new Float64Array(Uint8Array.from(bytes).buffer)
  return { bias: values[0] ?? 0, weights: values.subarray(1) }
}
