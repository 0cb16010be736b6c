import { describe, expect, it } from 'vitest'
import { FEATURE_NAMES } from './features.ts'
import { HEADS, SPEECH_INPUTS } from './speech-act.ts'
import { relevanceWeights, speechActWeights } from './weights.ts'
import { wordStatistics } from './word-statistics.ts'

describe('the shipped weights', () => {
  it('fit the features that the code computes, in their order', () => {
    expect(relevanceWeights.features).toEqual([...FEATURE_NAMES])
    for (const list of [relevanceWeights.weights, relevanceWeights.means, relevanceWeights.scales]) {
      expect(list).toHaveLength(FEATURE_NAMES.length)
      expect(list.every(Number.isFinite)).toBe(true)
    }
    expect(relevanceWeights.scales.every((scale) => scale > 0)).toBe(true)
  })

  it('have a head for every act, over all inputs', () => {
    expect(Object.keys(speechActWeights.heads).sort()).toEqual([...HEADS].sort())
    for (const head of Object.values(speechActWeights.heads)) expect(head.weights).toHaveLength(SPEECH_INPUTS)
  })

  it('rise with the score and keep what is likelier than not to be wanted', () => {
    expect(relevanceWeights.calibration.slope).toBeGreaterThan(0)
    expect(relevanceWeights.threshold).toBeGreaterThan(0.2)
    expect(relevanceWeights.threshold).toBeLessThan(0.8)
  })

  it('name their data and their figures', () => {
    expect(relevanceWeights.about).toMatchObject({ script: 'bench/relevance/train.ts', outOfFold: expect.any(Object) })
    expect(relevanceWeights.about['dataSha256']).toMatch(/^[0-9a-f]{64}$/)
  })

  it('know which words are common', () => {
    expect(wordStatistics.counts['work']).toBeGreaterThan(1000)
    expect(Object.keys(wordStatistics.counts).length).toBeLessThan(10_000)
  })
})
