import { expect, test } from 'vitest'
import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { countTerms } from '../language/bm25.ts'
import { readCues } from './cues.ts'
import type { Sentence } from './reading.ts'
import { composeSpeech, logistic, poolSentences } from './speech-act.ts'

function sentence(at: number, inTitle = false): Sentence {
  const sum = new Float32Array(VECTOR_LENGTH)
  sum[at] = 3
  const text = 'Which one do you use?'
  return {
    start: 0,
    end: text.length,
    inTitle,
    cues: readCues(text),
    terms: countTerms([]),
    sum,
    vector: sum,
    tokenCount: 1,
    tokens: new Int16Array(),
    starts: new Int32Array(),
  }
}

test('a post’s sentences are pooled to the unit vector of their mean, and no sentences to zeros', () => {
  const pooled = poolSentences([sentence(0), sentence(1)])
  expect(pooled.slice(0, 3)).toEqual(Float32Array.of(Math.SQRT1_2, Math.SQRT1_2, 0))
  expect(poolSentences([])).toEqual(new Float32Array(VECTOR_LENGTH))
})

test('the title has its own inputs, and without a title they repeat the whole', () => {
  const titled = composeSpeech([sentence(0, true), sentence(1)])
  expect([titled.title[0], titled.title[1]]).toEqual([1, 0])
  const untitled = composeSpeech([sentence(0), sentence(1)])
  expect(untitled.title).toEqual(untitled.whole)
})

test('log-odds of 0 are a probability of a half', () => {
  expect([logistic(0), logistic(2)]).toEqual([0.5, 1 / (1 + Math.exp(-2))])
})
