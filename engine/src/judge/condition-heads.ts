import { CONDITION_KINDS, type ConditionKind } from '@leadlight/domain/conditions'
import type { FoundCondition } from '../conditions/conditions.ts'
import { FEATURE_NAMES, type Match } from './features.ts'
import { scoreFeatures, type Line } from './relevance-model.ts'
import { logistic } from './speech-act.ts'
import { NEAR_WORDS, nearSignal, wordNearness, type Tagger, type Tags } from './tagged-words.ts'

/** Names of what the head of a condition reads, in their order. */
export const HEAD_INPUTS: readonly string[] = [...FEATURE_NAMES, ...NEAR_WORDS, 'said_met', 'said_not_met', 'asked']

/** What the second line reads: the first one's score, then how far the post meets the conditions, one by one and together. */
export const MET_NAMES: readonly string[] = ['score', ...CONDITION_KINDS, 'all_log', 'least', 'all'].map((of) =>
  of === 'score' ? of : `met_${of}`,
)

/** Learned heads: whose words are whose, and whether the post meets each condition. */
export interface ConditionWeights {
  version: string
  about: Record<string, unknown>
  inputs: string[]
  tagger: Tagger
  heads: Readonly<Record<ConditionKind, Line>>
}

const LOG_ODDS_MAX = 6
/** Added to a probability before its logarithm is taken, so that one condition alone does not decide. */
const LOG_FLOOR = 0.02

/** What the head of each condition reads of a post with these features, in the order of the kinds and of `HEAD_INPUTS`. */
export function readHeadInputs(
  { match: { plan, reading, nearness }, features }: { match: Match; features: Float64Array },
  tags: Tags,
  found: readonly Pick<FoundCondition, 'kind' | 'state'>[],
): Float64Array[] {
  const near = nearSignal(plan.signal, nearness, reading.sentences)
  return CONDITION_KINDS.map((kind) => {
    const states = found.flatMap((own) => (own.kind === kind ? [own.state] : []))
    return Float64Array.from([
      ...features,
      ...wordNearness(tags[kind], near),
      Number(states.includes('met')),
      Number(states.includes('not_met')),
      Number(states.length > 0),
    ])
  })
}

/** In log-odds, how likely the post meets each condition. */
export function scoreConditions(heads: ConditionWeights['heads'], inputs: readonly Float64Array[]): number[] {
  return CONDITION_KINDS.map((kind, index) => scoreFeatures(heads[kind], inputs[index] ?? new Float64Array()))
}

/** The inputs of the second line, in the order of `MET_NAMES`. */
export function joinScores(score: number, met: readonly number[]): Float64Array {
  const likely = met.map(logistic)
  return Float64Array.from([
    score,
    ...met.map((own) => Math.max(-LOG_ODDS_MAX, Math.min(LOG_ODDS_MAX, own))),
    likely.reduce((sum, one) => sum + Math.log(one + LOG_FLOOR), 0),
    Math.min(...likely),
    likely.reduce((product, one) => product * one, 1),
  ])
}
