import { cosine } from '../embedding/vector-bytes.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Reading } from './reading.ts'
import { logistic } from './speech-act.ts'
import { findExcluded } from '../plan/word-rules.ts'

/** What is left of the score of a post with words that were excluded, or of one that plainly says what is not wanted. */
const UNWANTED_FACTOR = 0.2
/**
 * How near a sentence must come to lose half of what it can. Half of how near the signal itself comes is taken off first, since a
 * signal about cars is always near to leased cars. Of graded posts that do not speak of a thing 95 % stay below .27: decision 17.
 */
const NEAR_HALF = 0.33
const NEAR_WIDTH = 0.04
/** With less taken off than this, the sentence is not shown as speaking against it. */
const TOLD_BELOW = 0.8

/** What speaks against a post because the user said so. */
export interface Unwanted {
  /** What its score is multiplied with. */
  factor: number
  excluded: string | undefined
  avoided: string | undefined
  /** The sentence that says so; undefined where nothing is to be shown. */
  sentence: number | undefined
}

/** Looks for excluded words, and for the sentence that comes nearest to what is not wanted. Pure. */
export function findUnwanted(plan: PlanVectors, reading: Reading): Unwanted {
  const excluded = findExcluded(
    plan.terms.excluded,
    reading.sentences.map(({ terms }) => terms.counts),
  )
  if (excluded) {
    return { factor: UNWANTED_FACTOR, excluded: excluded.phrase, avoided: undefined, sentence: excluded.sentence }
  }
  const none = { factor: 1, excluded: undefined, avoided: undefined, sentence: undefined }
  return plan.avoids.reduce<Unwanted>((worst, avoid) => {
    const { near, sentence } = nearestSentence(avoid.vector, reading)
    const excess = near - cosine(avoid.vector, plan.signal.vector) / 2
    const factor = 1 - (1 - UNWANTED_FACTOR) * logistic((excess - NEAR_HALF) / NEAR_WIDTH)
    if (factor >= worst.factor) return worst
    const isTold = factor < TOLD_BELOW
    return {
      factor,
      excluded: undefined,
      avoided: isTold ? avoid.clause : undefined,
      sentence: isTold ? sentence : undefined,
    }
  }, none)
}

function nearestSentence(vector: Float32Array, { sentences }: Reading): { near: number; sentence: number } {
  return sentences.reduce(
    (best, own, sentence) => {
      const near = cosine(vector, own.vector)
      return near > best.near ? { near, sentence } : best
    },
    { near: -1, sentence: 0 },
  )
}
