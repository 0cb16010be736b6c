import { describe, expect, test } from 'vitest'
import { shortestInterval } from './forecast.ts'
import { predictWeek, type Missed } from './predict-week.ts'

const NONE_MISSED: Missed = { mean: 0, variance: 0 }
/** The behaviours and the prior, written down again: whoever changes one of them changes both. */
const KEPT = [1, 0.95, 0.85, 0.6].map((kept, at) => ({ kept, weight: [4, 4, 1, 0.5][at] ?? 0 }))
const SPREAD = [1, 1.5, 3, 6].map((spread, at) => ({ spread, weight: [30, 3, 1, 0.5][at] ?? 0 }))
const PRIOR = { leads: 0.5, weeks: 0.02 }

/** So many leads a week, one week after the other, each on its first day. */
function daysOf(...leads: readonly number[]): number[] {
  return leads.flatMap((count) => [count, 0, 0, 0, 0, 0, 0])
}

function meanOf(chances: Float64Array): number {
  return chances.reduce((sum, chance, leads) => sum + leads * chance, 0)
}

function varianceOf(chances: Float64Array): number {
  return chances.reduce((sum, chance, leads) => sum + leads ** 2 * chance, 0) - meanOf(chances) ** 2
}

/** Mean and variance after one week, in which behaviours have not been tried yet. */
function afterOneWeek(leads: number, weeks: number, missed = NONE_MISSED) {
  const parts = KEPT.flatMap(({ kept, weight: keptWeight }) =>
    SPREAD.map(({ spread, weight }) => {
      const shape = kept * (PRIOR.leads + leads / spread)
      const seen = shape / (kept * (PRIOR.weeks + weeks / spread))
      const mean = seen + missed.mean / weeks
      return { weight: weight * keptWeight, mean, variance: mean * spread + seen ** 2 / shape + missed.variance / weeks ** 2 } // oxfmt-ignore
    }),
  )
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const average = (of: (part: (typeof parts)[number]) => number) => parts.reduce((sum, part) => sum + (part.weight / total) * of(part), 0) // oxfmt-ignore
  const mean = average((part) => part.mean)
  return { mean, variance: average((part) => part.variance + part.mean ** 2) - mean ** 2 }
}

describe('after one week', () => {
  test.each([0, 1, 4, 30, 400])('of %d leads the mixture has the moments of its parts', (leads) => {
    const chances = predictWeek(daysOf(leads), NONE_MISSED)
    const { mean, variance } = afterOneWeek(leads, 1)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(meanOf(chances)).toBeCloseTo(mean, 3)
    expect(varianceOf(chances) / variance).toBeCloseTo(1, 2)
  })

  test('a part of a week counts for as much as it is', () => {
    expect(meanOf(predictWeek([2, 1, 0], NONE_MISSED))).toBeCloseTo(afterOneWeek(3, 3 / 7).mean, 3)
  })

  test('leads that were missed are added, with their own doubt', () => {
    const missed = { mean: 12, variance: 40 }
    const chances = predictWeek(daysOf(8), missed)
    const { mean, variance } = afterOneWeek(8, 1, missed)
    expect(meanOf(chances)).toBeCloseTo(mean, 3)
    expect(varianceOf(chances) / variance).toBeCloseTo(1, 2)
  })
})

describe('after several weeks', () => {
  test('missed leads are spread over them', () => {
    const days = daysOf(8, 8, 8, 8)
    const added = meanOf(predictWeek(days, { mean: 20, variance: 9 })) - meanOf(predictWeek(days, NONE_MISSED))
    expect(added).toBeCloseTo(20 / 4, 3)
  })

  test('so is the doubt about them', () => {
    const days = daysOf(8, 8, 8, 8)
    const added = varianceOf(predictWeek(days, { mean: 0, variance: 160 })) - varianceOf(predictWeek(days, NONE_MISSED))
    expect(added).toBeCloseTo(160 / 4 ** 2, 1)
  })

  test('weeks are counted back from the last day, so that the oldest may be short', () => {
    const alike = daysOf(5, 5, 5)
    const shifted = [0, 0, 0, ...alike]
    // The three days more without leads make the oldest week a short, empty one.
    expect(meanOf(predictWeek(shifted, NONE_MISSED))).toBeLessThan(meanOf(predictWeek(alike, NONE_MISSED)))
    expect(varianceOf(predictWeek(shifted, NONE_MISSED))).toBeLessThan(2 * varianceOf(predictWeek(alike, NONE_MISSED)))
  })

  test.each([
    { leads: [0, 0], low: 0, high: 0 },
    { leads: [3, 3], low: 0, high: 5 },
    { leads: [5, 4, 6, 5], low: 2, high: 8 },
    { leads: [5, 4, 6, 5, 5, 4, 6, 5], low: 2, high: 8 },
    { leads: [20, 18, 22, 20], low: 13, high: 26 },
    { leads: [5, 35, 5, 35, 5, 35, 5, 35], low: 4, high: 31 },
    { leads: [20, 24, 29, 35, 42, 50, 60, 72], low: 42, high: 73 },
    { leads: [72, 60, 50, 42, 35, 29, 24, 20], low: 15, high: 39 },
    { leads: [400, 390, 410, 400], low: 368, high: 427 },
  ])('$leads leads promise $low to $high', ({ leads, low, high }) => {
    expect(shortestInterval(predictWeek(daysOf(...leads), NONE_MISSED))).toEqual({ low, high })
  })
})
