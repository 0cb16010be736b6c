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
  const point = minimize(width + groups + 1, GRADIENT_MIN * samples.length ** 0.5, (at) => lossAt(samples, at, penalty))
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

export function decide(fitted: Fitted, inputs: ArrayLike<number>): number {
  let sum = fitted.bias
  for (let index = 0; index < inputs.length; index++) sum += (fitted.weights[index] ?? 0) * (inputs[index] ?? 0)
  return sum
}

/** The inputs' weights come first in a point, then the groups', then the bias. */
function lossAt(samples: readonly Sample[], point: Float64Array, penalty: number): Loss {
  const bias = point.length - 1
  const width = samples[0]?.inputs.length ?? 0
  const gradient = new Float64Array(point.length)
  let value = 0
  for (const { inputs, target, share = 1, group } of samples) {
    let score = point[bias] as number
    for (let index = 0; index < width; index++) score += (point[index] as number) * (inputs[index] as number)
    if (group) score += (point[width + group.index] as number) * group.value
    value += share * (Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - target * score)
    const error = share * (1 / (1 + Math.exp(-score)) - target)
    for (let index = 0; index < width; index++)
      gradient[index] = (gradient[index] as number) + error * (inputs[index] as number)
    if (group) gradient[width + group.index] = (gradient[width + group.index] as number) + error * group.value
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
