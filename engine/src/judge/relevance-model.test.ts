import { describe, expect, it } from 'vitest'
import { scoreFeatures, standardise } from './relevance-model.ts'

describe('standardise', () => {
  it('gives deviations from the mean', () => {
    expect(standardise(5, 3, 2)).toBe(1)
    expect(standardise(2, 3, 0.5)).toBe(-2)
  })
})

describe('scoreFeatures', () => {
  const model = { bias: 1, means: [0, 0.5], scales: [1, 0.001], weights: [2, -1] }

  it('adds what each feature weighs', () => {
    expect(scoreFeatures(model, Float64Array.from([0.5, 0.502]))).toBeCloseTo(0)
  })

  it('lets no feature say more than three deviations, however little it varied in training', () => {
    expect(scoreFeatures(model, Float64Array.from([0, 0.9]))).toBeCloseTo(-2)
    expect(scoreFeatures(model, Float64Array.from([0, -50]))).toBeCloseTo(4)
  })
})
