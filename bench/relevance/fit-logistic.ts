/** Rows of inputs, each with a target in [0, 1]; a target of 0.5 is half of each kind. */
export interface Sample {
  inputs: ArrayLike<number>
  target: number
  /** How much it counts; 1 where it is absent. */
  share?: number
  /** The one group it belongs to: a further input, which is `value` for samples of that group and 0 for all others. */
  group?: { index: number; value: number }
}

export interface Fitted {
  bias: number
  weights: number[]
}

const ROUNDS_MAX = 150
const MEMORY = 8
const GRADIENT_MIN = 1e-3

/** Logistic regression with a Gaussian prior (`penalty` times half the squared weights; the bias is free), by L-BFGS. */
export function fitLogistic(samples: readonly Sample[], penalty: number): Fitted {
  const width = samples[0]?.inputs.length ?? 0
  const groups = samples.reduce((most, { group }) => Math.max(most, (group?.index ?? -1) + 1), 0)
  const rows = packRows(samples, width)
  const point = minimize(width + groups + 1, GRADIENT_MIN * samples.length ** 0.5, (at) => lossAt(rows, at, penalty))
  return { bias: point.at(-1) ?? 0, weights: [...point.subarray(0, width)] }
}

/** A loss and its gradient at one point. */
export interface Loss {
  value: number
  gradient: Float64Array
}

/** Minimises a convex loss by L-BFGS from zero, until its gradient is shorter than `gradientMin`. */
export function minimize(width: number, gradientMin: number, at: (point: Float64Array) => Loss): Float64Array {
  let point = new Float64Array(width)
  let { value, gradient } = at(point)
  const history: { step: Float64Array; turn: Float64Array }[] = []
  for (let round = 0; round < ROUNDS_MAX && norm(gradient) > gradientMin; round++) {
    const direction = descend(gradient, history)
    const slope = dot(direction, gradient)
    let length = 1
    let next = move(point, direction, length)
    let found = at(next)
    while (found.value > value + 1e-4 * length * slope && length > 1e-8) {
      length /= 2
      next = move(point, direction, length)
      found = at(next)
    }
    history.push({ step: subtract(next, point), turn: subtract(found.gradient, gradient) })
    if (history.length > MEMORY) history.shift()
    point = next
    value = found.value
    gradient = found.gradient
  }
  return point
}

/** Samples in arrays of numbers: they are gone over some hundred times, and far faster so. */
interface Rows {
  width: number
  inputs: Float64Array
  targets: Float64Array
  shares: Float64Array
  /** -1 where a sample has none. */
  groups: Int32Array
  values: Float64Array
}

function packRows(samples: readonly Sample[], width: number): Rows {
  const inputs = new Float64Array(samples.length * width)
  samples.forEach((sample, at) => inputs.set(sample.inputs, at * width))
  return {
    width,
    inputs,
    targets: Float64Array.from(samples, ({ target }) => target),
    shares: Float64Array.from(samples, ({ share = 1 }) => share),
    groups: Int32Array.from(samples, ({ group }) => group?.index ?? -1),
    values: Float64Array.from(samples, ({ group }) => group?.value ?? 0),
  }
}

/** The inputs' weights come first in a point, then the groups', then the bias. */
function lossAt({ width, inputs, targets, shares, groups, values }: Rows, point: Float64Array, penalty: number): Loss {
  const bias = point.length - 1
  const gradient = new Float64Array(point.length)
  let value = 0
  for (let row = 0; row < targets.length; row++) {
    const from = row * width
    const [target, share] = [targets[row] as number, shares[row] as number]
    const group = width + (groups[row] as number)
    let score = point[bias] as number
    for (let index = 0; index < width; index++) score += (point[index] as number) * (inputs[from + index] as number)
    if (group >= width) score += (point[group] as number) * (values[row] as number)
    value += share * (Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - target * score)
    const error = share * (1 / (1 + Math.exp(-score)) - target)
    for (let index = 0; index < width; index++)
      gradient[index] = (gradient[index] as number) + error * (inputs[from + index] as number)
    if (group >= width) gradient[group] = (gradient[group] as number) + error * (values[row] as number)
    gradient[bias] = (gradient[bias] as number) + error
  }
  for (let index = 0; index < bias; index++) {
    const weight = point[index] as number
    value += (penalty * weight * weight) / 2
    gradient[index] = (gradient[index] as number) + penalty * weight
  }
  return { value, gradient }
}

function descend(gradient: Float64Array, history: readonly { step: Float64Array; turn: Float64Array }[]): Float64Array {
  let direction = gradient.map((value) => -value)
  const alphas: number[] = []
  for (const { step, turn } of history.toReversed()) {
    const alpha = dot(step, direction) / dot(step, turn)
    alphas.push(alpha)
    direction = move(direction, turn, -alpha)
  }
  const last = history.at(-1)
  const scale =
    last === undefined ? 1 / Math.max(1, norm(gradient)) : dot(last.step, last.turn) / dot(last.turn, last.turn)
  direction = direction.map((value) => value * scale)
  for (const { step, turn } of history) {
    const beta = dot(turn, direction) / dot(step, turn)
    direction = move(direction, step, (alphas.pop() ?? 0) - beta)
  }
  return direction
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number)
  return sum
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector))
}

function move(point: Float64Array, direction: Float64Array, length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(point, (value, index) => value + length * (direction[index] ?? 0))
}

function subtract(left: Float64Array, right: Float64Array): Float64Array {
  return left.map((value, index) => value - (right[index] ?? 0))
}
