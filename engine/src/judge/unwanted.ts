import { cosine } from '../embedding/vector-bytes.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Reading } from './reading.ts'
import { logistic } from './speech-act.ts'
import { findExcluded } from '../plan/word-rules.ts'

/** What is left of the score of a post with excluded words, or of one that plainly says what is not wanted. */
const UNWANTED_FACTOR = 0.2
/**
 * The nearness at which a sentence loses half of what it can. First, half of the signal's own nearness is subtracted,
 * since a signal about cars is always near to leased cars. Of graded posts on other things 95 % stay below .27:
 * decision 17.
 */
const NEAR_HALF = 0.33
const NEAR_WIDTH = 0.04
/** A sentence that costs less than this is not shown as evidence against. */
const TOLD_BELOW = 0.8

/** What speaks against a post because the user said so. */
export interface Unwanted {
  /** The score is multiplied by this. */
  factor: number
  excluded: string | undefined
  avoided: string | undefined
  /** The sentence that says so; undefined where none is shown. */
  sentence: number | undefined
}

/** Looks for excluded words, and for the sentence nearest to what is not wanted. Pure. */
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
    const excess = near - cosine(avoid.vector, plan.signal.vectors[0]) / 2
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
