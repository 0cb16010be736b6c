/**
 * What a signal's feedback adds to the judge's log-odds: a linear function of the post's vector. Without feedback it
 * adds nothing.
 */
export interface Adjustment {
  bias: number
  weights: Float64Array
}

/** One post that somebody labelled under the signal. */
export interface Label {
  /** The judge's log-odds for it, before any feedback. */
  base: number
  /** Of length 1. */
  vector: Float32Array
  fits: boolean
  /** How many labels it counts for; one unless said. */
  weight?: number
}

/**
 * The prior: how far the whole signal, and posts of one kind, are thought to lie from the judge, as variances in
 * log-odds. Chosen on flat curves over all graded signals (see docs/decisions/0016-learning.md).
 */
const BIAS_VARIANCE = 1
export const VECTOR_VARIANCE = 3
const ROUNDS_MAX = 50
const STEP_MIN = 1e-10

/** What the adjustment adds to the log-odds of a post with this vector. */
export function adjustmentOf({ bias, weights }: Adjustment, vector: Float32Array): number {
  let sum = bias
  for (let index = 0; index < weights.length; index++) sum += (weights[index] ?? 0) * (vector[index] ?? 0)
  return sum
}

/**
 * Bayesian logistic regression with the judge's log-odds as offset and a Gaussian prior around zero. Finds the most
 * probable adjustment by Newton's method. The same labels in the same order give the same bits; undefined without
 * labels.
 */
export function fitAdjustment(labels: readonly Label[]): Adjustment | undefined {
  const [first] = labels
  if (!first) return undefined
  const pulls = findPulls(labels, covariances(labels))
  const weights = new Float64Array(first.vector.length)
  let bias = 0
  labels.forEach(({ vector }, row) => {
    const pull = pulls[row] ?? 0
    bias += BIAS_VARIANCE * pull
    for (let index = 0; index < weights.length; index++) {
      weights[index] = (weights[index] ?? 0) + VECTOR_VARIANCE * pull * (vector[index] ?? 0)
    }
  })
  return { bias, weights }
}

/** The prior covariance between the adjustments of each two labelled posts. */
function covariances(labels: readonly Label[]): Float64Array[] {
  return labels.map((left) => Float64Array.from(labels, (right) => BIAS_VARIANCE + VECTOR_VARIANCE * dot(left, right)))
}

/**
 * How strongly each label pulls. Solved with one unknown per label, since there are fewer labels than vector dimensions
 * (Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 3.1).
 */
function findPulls(labels: readonly Label[], covariance: readonly Float64Array[]): Float64Array {
  const count = labels.length
  let added = new Float64Array(count)
  let pulls = new Float64Array(count)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const chances = labels.map(({ base }, row) => 1 / (1 + Math.exp(-(base + (added[row] ?? 0)))))
    const roots = Float64Array.from(labels, ({ weight = 1 }, row) => {
      const chance = chances[row] ?? 0
      return Math.sqrt(weight * Math.max(chance * (1 - chance), 1e-12))
    })
    const wanted = Float64Array.from(labels, ({ fits, weight = 1 }, row) => {
      const chance = chances[row] ?? 0
      return (roots[row] ?? 0) ** 2 * (added[row] ?? 0) + weight * ((fits ? 1 : 0) - chance)
    })
    const lower = cholesky(covariance, roots)
    const right = multiply(covariance, wanted).map((value, row) => value * (roots[row] ?? 0))
    const solved = solve(lower, right)
    pulls = wanted.map((value, row) => value - (roots[row] ?? 0) * (solved[row] ?? 0))
    const next = multiply(covariance, pulls)
    const step = next.reduce((most, value, row) => Math.max(most, Math.abs(value - (added[row] ?? 0))), 0)
    added = next
    if (step < STEP_MIN) break
  }
  return pulls
}

/** The lower triangle L with L·Lᵀ = 1 + R·K·R, where R has `roots` on its diagonal. */
function cholesky(covariance: readonly Float64Array[], roots: Float64Array): Float64Array[] {
  const lower = covariance.map((_, row) => new Float64Array(row + 1))
  lower.forEach((own, row) => {
    for (let column = 0; column <= row; column++) {
      const other = lower[column] ?? own
      const entry = (roots[row] ?? 0) * (covariance[row]?.[column] ?? 0) * (roots[column] ?? 0)
      let rest = entry + (row === column ? 1 : 0)
      for (let index = 0; index < column; index++) rest -= (own[index] ?? 0) * (other[index] ?? 0)
      own[column] = row === column ? Math.sqrt(rest) : rest / (other[column] ?? 1)
    }
  })
  return lower
}

/** Solves L·Lᵀ·x = right for x. */
function solve(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = Float64Array.from(right)
  lower.forEach((own, row) => {
    let rest = solution[row] ?? 0
    for (let index = 0; index < row; index++) rest -= (own[index] ?? 0) * (solution[index] ?? 0)
    solution[row] = rest / (own[row] ?? 1)
  })
  for (let row = lower.length - 1; row >= 0; row--) {
    let rest = solution[row] ?? 0
    for (let index = row + 1; index < lower.length; index++) rest -= (lower[index]?.[row] ?? 0) * (solution[index] ?? 0)
    solution[row] = rest / (lower[row]?.[row] ?? 1)
  }
  return solution
}

function multiply(matrix: readonly Float64Array[], vector: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(matrix, (row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0))
}

function dot({ vector: left }: Label, { vector: right }: Label): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
