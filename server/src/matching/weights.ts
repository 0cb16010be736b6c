import { readFileSync } from 'node:fs'
import type { RelevanceWeights } from './relevance-model.ts'
import type { SpeechActWeights } from './speech-act.ts'

/** Trained by `bench/relevance/train.ts`; each file names its data and its cross-validated figures. */
export const speechActWeights = readWeights('speech-acts') as SpeechActWeights
export const relevanceWeights = readWeights('relevance') as RelevanceWeights

/** The files are our own build product, checked by the tests, so their shape is taken on trust here. */
function readWeights(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./weights/${name}.json`, import.meta.url), 'utf8'))
}
