import { describe, expect, it } from 'vitest'
import { fitCalibration, ASSUMED_SHARE } from './fit-models.ts'
import { fitLogistic } from './fit-logistic.ts'
import { fitQuotes, type QuotedPost } from './fit-quotes.ts'
import { averagePrecisions, bootstrap, calibrationError, measure, precisionAtRecall, type Verdict } from './measures.ts'

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

  it('weighs posts for the calibration error at another share of matches', () => {
    const fit = [verdict('a', 2, 0.25), verdict('a', 0, 0.25), verdict('a', 0, 0.25), verdict('a', 0, 0.25)]
    expect(calibrationError(fit)).toBeCloseTo(0)
    expect(calibrationError(fit, 0.05)).toBeCloseTo(0.2)
  })

  it('counts signals that have leads and keep nothing, and how far scores are from the share of leads', () => {
    const leads = (signal: string, count: number, score: number) =>
      Array.from({ length: count }, () => verdict(signal, 2, score))
    const figures = measure([...leads('a', 5, 0.4), ...leads('b', 4, 0.4), ...leads('c', 5, 0.4), verdict('c', 0, 0.8)])
    expect(figures.silent).toBe(1)
    // Scores of .4 where all are leads, and about .47 where five of six are.
    expect(figures.shareGap).toBeCloseTo(0.6)
  })

  it('takes precision as far down as the recall asks for', () => {
    const ranked = [verdict('a', 2, 0.9), verdict('b', 0, 0.8), verdict('a', 2, 0.7), verdict('b', 2, 0.1)]
    expect(precisionAtRecall(ranked, 0.3)).toBe(1)
    expect(precisionAtRecall(ranked)).toBeCloseTo(2 / 3)
    expect(precisionAtRecall(ranked, 1)).toBe(3 / 4)
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

  it('counts a sample by its share, and gives each group an input of its own', () => {
    const samples = [0, 1].flatMap((index) => [
      { inputs: [1], target: 1, share: 3, group: { index, value: 2 } },
      { inputs: [1], target: 0, share: 1, group: { index, value: 2 } },
      { inputs: [0], target: index, share: 4, group: { index, value: 2 } },
    ])
    const { bias, weights } = fitLogistic(samples, 1e-3)
    expect(weights).toHaveLength(1)
    // The groups differ by their own inputs alone, so what all share stays at three to one.
    expect(bias + (weights[0] ?? 0)).toBeCloseTo(Math.log(3), 0)
  })
})

describe('fitCalibration', () => {
  it('gives probabilities for the assumed share of matches, whatever the share among the graded', () => {
    for (const matches of [10, 50]) {
      const scored = Array.from({ length: 100 }, (_, index) => ({ score: 0, grade: index < matches ? 2 : 0 }))
      const { offset } = fitCalibration(scored)
      expect(1 / (1 + Math.exp(-offset))).toBeCloseTo(ASSUMED_SHARE, 3)
    }
  })
})

describe('fitQuotes', () => {
  it('learns which of the inputs the quoted sentences have', () => {
    const posts = Array.from({ length: 30 }, (_, at): QuotedPost => {
      const weights = [0, 1, 2].map((index) => ({
        index,
        fall: (index * (at + 1)) % 3,
        alone: index === at % 3 ? 2 : 0,
        signs: [],
      }))
      return { weights, quoted: weights.map(({ alone }) => alone === 2) }
    })
    const { weights } = fitQuotes(posts)
    expect(weights[1]).toBeGreaterThan(1)
    expect(Math.abs(weights[0] ?? 0)).toBeLessThan(0.5)
  })
})
