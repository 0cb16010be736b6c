import { POSSIBLE_FROM } from '@leadlight/domain/scoring'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { quoteInputs, weighSentence } from '../evidence/evidence.ts'
import { CONDITION_KINDS } from '@leadlight/domain/conditions'
import { HEAD_INPUTS, MET_NAMES } from './condition-heads.ts'
import { FEATURE_NAMES } from './features.ts'
import { HEADS, SPEECH_INPUTS } from './speech-act.ts'
import { TAG_INPUTS } from './tagged-words.ts'
import { conditionWeights, relevanceWeights, speechActWeights } from './weights.ts'
import { wordStatistics } from '../language/word-statistics.ts'

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

  it('have a head and a tagger for every condition, over all that each reads', () => {
    expect(conditionWeights.inputs).toEqual([...HEAD_INPUTS])
    for (const kind of CONDITION_KINDS) {
      expect(conditionWeights.tagger[kind].weights).toHaveLength(TAG_INPUTS)
      const { means, scales, weights } = conditionWeights.heads[kind]
      for (const list of [means, scales, weights]) expect(list).toHaveLength(HEAD_INPUTS.length)
      expect(scales.every((scale) => scale > 0)).toBe(true)
    }
    const { means, scales, weights } = relevanceWeights.second
    for (const list of [means, scales, weights]) expect(list).toHaveLength(MET_NAMES.length)
    expect(weights[0]).toBeGreaterThan(0)
  })

  it('rise with the score, and keep a post that is more likely wanted than not', () => {
    expect(relevanceWeights.calibration.slope).toBeGreaterThan(0)
    expect(relevanceWeights.threshold).toBeGreaterThan(0.2)
    expect(relevanceWeights.threshold).toBeLessThan(0.8)
  })

  it('keep posts from the score on that is possible in words', () => {
    expect(Math.round(relevanceWeights.threshold * 100)).toBe(POSSIBLE_FROM)
  })

  it('give probabilities for a stated share of matches, below that of the graded posts', () => {
    const { graded, assumed } = relevanceWeights.shares
    expect(assumed).toBeGreaterThan(0)
    expect(assumed).toBeLessThan(graded)
  })

  it('weigh every sign by which a reader quotes', () => {
    const inputs = quoteInputs(
      weighSentence({
        index: 0,
        count: 1,
        whole: 0,
        without: undefined,
        alone: { score: 0, values: new Float64Array() },
      }),
    )
    const { means, scales, weights } = relevanceWeights.quotes
    for (const list of [means, scales, weights]) expect(list).toHaveLength(inputs.length)
    expect(scales.every((scale) => scale > 0)).toBe(true)
  })

  it('have a version that is a digest of the files', () => {
    const read = (name: string) => readFileSync(new URL(`../weights/${name}.json`, import.meta.url))
    const digest = ['speech-acts', 'conditions', 'relevance']
      .reduce((hash, name) => hash.update(read(name)), createHash('sha256'))
      .digest('hex')
    expect(relevanceWeights.version).toMatch(/^relevance-\d+\.[0-9a-f]{10}$/)
    expect(digest.startsWith(relevanceWeights.version.split('.')[1]!)).toBe(true)
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
