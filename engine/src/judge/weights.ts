import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConditionWeights } from './condition-heads.ts'
import type { RelevanceWeights } from './relevance-model.ts'
import type { SpeechActWeights } from './speech-act.ts'

const VERSION_DIGITS = 10

const files = {
  speech: readWeights('speech-acts'),
  conditions: readWeights('conditions'),
  relevance: readWeights('relevance'),
}

/** Trained by `bench/relevance/train.ts`; each file names its data and its cross-validated figures. */
export const speechActWeights = JSON.parse(files.speech) as SpeechActWeights
export const conditionWeights = JSON.parse(files.conditions) as ConditionWeights

/** Its version is a digest of all files, so that judgements by other weights never have the same one. */
export const relevanceWeights = withVersion(JSON.parse(files.relevance) as RelevanceWeights)

function withVersion(weights: RelevanceWeights): RelevanceWeights {
  const hash = createHash('sha256')
  for (const file of Object.values(files)) hash.update(file)
  const digest = hash.digest('hex')
  return { ...weights, version: `${weights.version}.${digest.slice(0, VERSION_DIGITS)}` }
}

/** The files are our own build product, checked by the tests, so their shape is trusted here. */
function readWeights(name: string): string {
  return readFileSync(new URL(`../weights/${name}.json`, import.meta.url), 'utf8')
}
