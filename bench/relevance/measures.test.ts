import { describe, expect, it } from 'vitest'
import { fitLogistic } from './fit-logistic.ts'
import { averagePrecisions, bootstrap, measure, type Verdict } from './measures.ts'

function verdict(signal: string, grade: number, score: number): Verdict {
  return { signal, grade, score, probability: score, keep: score >= 0.5 }
}

describe('measures', () => {
  it('averages precision over the ranks of the matches', () => {
    const found = averagePrecisions([
      verdict('a', 2, 0.9),
      verdict('a', 0, 0.8),
      verdict('a', 2, 0.7),
      verdict('b', 1, 0.9),
    ])
    expect(found).toEqual(new Map([['a', (1 + 2 / 3) / 2]]))
  })

  it('counts a tie as unlucky', () => {
    expect(averagePrecisions([verdict('a', 2, 0.5), verdict('a', 0, 0.5)]).get('a')).toBe(0.5)
  })

  it('takes precision and recall at the threshold, and the gap of probabilities', () => {
    const figures = measure([verdict('a', 2, 0.9), verdict('a', 0, 0.9), verdict('a', 2, 0.1), verdict('a', 0, 0.1)])
    expect(figures).toMatchObject({ precision: 0.5, recall: 0.5 })
    expect(figures.ece).toBeCloseTo(0.4)
  })

  it('bootstraps the same interval each time, around the mean', () => {
    const interval = bootstrap([0.1, 0.2, 0.3, 0.4])
    expect(interval).toEqual(bootstrap([0.1, 0.2, 0.3, 0.4]))
    expect(interval.low).toBeLessThan(0.25)
    expect(interval.high).toBeGreaterThan(0.25)
  })
})

describe('fitLogistic', () => {
  it('finds the log-odds of a plain table', () => {
    const samples = [
      ...Array.from({ length: 80 }, () => ({ inputs: [1], target: 0.75 })),
      ...Array.from({ length: 80 }, () => ({ inputs: [0], target: 0.5 })),
    ]
    const fitted = fitLogistic(samples, 1e-6)
    expect(fitted.bias).toBeCloseTo(0, 2)
    expect(fitted.weights[0]).toBeCloseTo(Math.log(3), 2)
  })
})
