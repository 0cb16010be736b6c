import { VECTOR_LENGTH, type Embedder } from '@leadlight/engine/embedding/embedder'
import type { JudgeWeights } from '@leadlight/engine/judge/judge'
import { conditionWeights, relevanceWeights, speechActWeights } from '@leadlight/engine/judge/weights'
import { planSignal } from '@leadlight/engine/plan/plan'
import { expect, test } from 'vitest'
import { createFoldJudge } from './fold-judge.ts'

/** All texts have one vector: only the weights can make a difference. */
const embedder: Embedder = {
  model: 'made-up',
  embed: (texts) => Promise.resolve(texts.map(() => new Float32Array(VECTOR_LENGTH).fill(0.05))),
  embedTokens: (texts) =>
    Promise.resolve(
      texts.map(() => ({
        vector: new Float32Array(VECTOR_LENGTH).fill(0.05),
        tokens: new Float32Array(),
        near: new Float32Array(),
        starts: new Int32Array(),
      })),
    ),
  close: () => Promise.resolve(),
}

const weightsOf = (version: string): JudgeWeights => ({
  speech: speechActWeights,
  conditions: conditionWeights,
  relevance: { ...relevanceWeights, version },
})

const PUMPS = 'Shop owners asking which pump to buy'
const FLOUR = 'Bakers who ask where to order flour'
const post = { title: null, text: '', platform: 'reddit', kind: 'post', community: null }

test('each signal is judged by the weights that were learned for it, and a signal without any is refused', async () => {
  const judge = createFoldJudge(embedder, [
    { sentence: PUMPS, weights: weightsOf('without-pumps') },
    { sentence: `${FLOUR}  `, weights: weightsOf('without-flour') },
  ])
  const versionFor = async (sentence: string) => {
    const [judgement] = await judge.judge(planSignal(sentence), [post])
    return judgement?.modelVersion
  }
  expect(await versionFor(PUMPS)).toBe('without-pumps+made-up')
  expect(await versionFor(FLOUR)).toBe('without-flour+made-up')
  expect(() => judge.judge(planSignal('Anglers asking about boats'), [post])).toThrow(/No weights were learned/)
})
