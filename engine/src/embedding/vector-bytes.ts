const STEPS = 127

/**
 * Packs a unit vector into signed bytes for a `bytea` column. It stores no scale, since the length is known to be 1.
 */
export function packVector(vector: Float32Array): Uint8Array {
  const peak = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = new Int8Array(vector.length)
  if (peak > 0) vector.forEach((value, index) => (bytes[index] = Math.round((value / peak) * STEPS)))
  return new Uint8Array(bytes.buffer)
}

/** The unit vector that `packVector` stored; the error of a cosine is below 0.01. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const values = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const length = Math.hypot(...values)
  return length === 0 ? values : values.map((value) => value / length)
}

export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
