import type { Chance } from '../reverse/chance.ts'

/** How many events a flow of pure chance brings where `mean` are expected (Knuth's method, in parts of ten). */
export function drawPoisson(chance: Chance, mean: number): number {
  let events = 0
  for (let left = mean; left > 0; left -= 10) {
    const least = Math.exp(-Math.min(left, 10))
    for (let product = chance.share(); product > least; product *= chance.share()) events++
  }
  return events
}

export function drawNormal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.share())) * Math.cos(2 * Math.PI * chance.share())
}

/** A Gamma number of this mean and variance: Marsaglia and Tsang (2000), with their boost for shapes below 1. */
export function drawGamma(chance: Chance, { mean, variance }: { mean: number; variance: number }): number {
  const shape = mean ** 2 / variance
  const boost = shape < 1 ? (1 - chance.share()) ** (1 / shape) : 1
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3
  for (;;) {
    const normal = drawNormal(chance)
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - chance.share()) < normal ** 2 / 2 + d - d * v + d * Math.log(v))
      return (boost * d * v * mean) / shape
  }
}
