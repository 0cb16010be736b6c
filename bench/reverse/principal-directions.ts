const ROUNDS = 60

/**
 * The directions in which vectors differ most, perpendicular to their mean, by orthogonal iteration; the strongest
 * first.
 */
export function principalDirections(
  vectors: readonly Float32Array[],
  count: number,
): { directions: Float64Array[]; explained: number } {
  const size = vectors[0]?.length ?? 0
  const across = vectors.map(acrossFrom(meanOf(vectors)))
  const covariance = covarianceOf(across, meanOf(across))
  let directions: Float64Array[] = Array.from({ length: count }, (_, row) =>
    Float64Array.from({ length: size }, (__, at) => Math.sin(1 + row * size + at)),
  )
  for (let round = 0; round < ROUNDS; round++) directions = orthonormal(directions.map((row) => times(covariance, row)))
  const strengths = directions.map((row) => dot(row, times(covariance, row)))
  const total = covariance.reduce((sum, row, at) => sum + (row[at] ?? 0), 0)
  const order = strengths.map((_, at) => at).toSorted((a, b) => (strengths[b] ?? 0) - (strengths[a] ?? 0))
  return {
    directions: order.flatMap((at) => directions[at] ?? []),
    explained: strengths.reduce((sum, strength) => sum + strength, 0) / total,
  }
}

function meanOf(vectors: readonly (Float32Array | Float64Array)[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) vector.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / vectors.length))
  return mean
}

function acrossFrom(mean: Float64Array): (vector: Float32Array) => Float64Array {
  const length = Math.hypot(...mean)
  const direction = mean.map((value) => value / length)
  return (vector) => {
    const share = dot(Float64Array.from(vector), direction)
    return Float64Array.from(vector, (value, at) => value - share * (direction[at] ?? 0))
  }
}

function covarianceOf(vectors: readonly Float64Array[], mean: Float64Array): Float64Array[] {
  const size = mean.length
  const rows = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors) {
    const away = Float64Array.from(vector, (value, at) => value - (mean[at] ?? 0))
    rows.forEach((row, one) => {
      const factor = (away[one] ?? 0) / vectors.length
      for (let other = 0; other < size; other++) row[other] = (row[other] ?? 0) + factor * (away[other] ?? 0)
    })
  }
  return rows
}

function times(matrix: readonly Float64Array[], vector: Float64Array): Float64Array {
  return Float64Array.from(matrix, (row) => dot(row, vector))
}

function orthonormal(rows: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const row of rows) {
    let rest = row
    for (const other of done) {
      const share = dot(rest, other)
      rest = rest.map((value, at) => value - share * (other[at] ?? 0))
    }
    const length = Math.hypot(...rest)
    done.push(rest.map((value) => value / length))
  }
  return done
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
