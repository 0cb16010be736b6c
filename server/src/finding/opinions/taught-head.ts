import { logOddsOf } from '@leadlight/domain/scoring'
import { measureLesson, type Lesson } from '@leadlight/domain/teaching'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { adjustmentOf, fitAdjustment, type Adjustment, type Label, type Prior } from '../learning/adjustment.ts'

/** What a large model said of a post that it was asked about. */
export interface TeachingVerdict {
  /** The built-in model's probability. */
  local: number
  /** Of length 1. */
  vector: Float32Array
  modelKept: boolean
  /** What people said of the post; null where they have not. */
  said: boolean | null
}

/** Three hundred verdicts carry a wider prior than the few labels of a signal's feedback (docs/decisions/0038-teach-once.md). */
const PRIOR: Prior = { bias: 1, vector: 12 }
/** What a person says counts for as many verdicts of a model. */
const SAID_WEIGHT = 3
const FOLDS = 5
const KEPT_FROM = logOddsOf(relevanceWeights.threshold)

/**
 * Learns what a large model would say of the posts between, and measures it on posts left out of what it learned from:
 * each fifth by what the other four teach. What people said goes before what the model said, and is not measured, since
 * the model need not agree with it. Equal verdicts in the same order give equal bits; undefined without any.
 */
export function teachHead(
  verdicts: readonly TeachingVerdict[],
): { adjustment: Adjustment; lesson: Lesson } | undefined {
  const adjustment = fit(verdicts)
  if (!adjustment) return undefined
  const compared = Array.from({ length: FOLDS }, (_, fold) => {
    const without = fit(verdicts.filter((_, at) => at % FOLDS !== fold))
    const own = verdicts.filter(({ said }, at) => at % FOLDS === fold && said === null)
    return own.map(({ modelKept, ...post }) => ({ modelKept, kept: without ? keepsBy(without, post) : false }))
  })
  return { adjustment, lesson: measureLesson(compared.flat()) }
}

function fit(verdicts: readonly TeachingVerdict[]): Adjustment | undefined {
  return fitAdjustment(verdicts.map(toLabel), PRIOR)
}

/** The judge's log-odds count from where posts are kept, so that even odds are the threshold. */
function toLabel({ local, vector, modelKept, said }: TeachingVerdict): Label {
  const base = logOddsOf(local) - KEPT_FROM
  return said === null ? { base, vector, fits: modelKept } : { base, vector, fits: said, weight: SAID_WEIGHT }
}

/** The score from 0 to 1 that a post gets in place of the large model's. */
export function taughtScore(
  adjustment: Adjustment,
  { local, vector }: Pick<TeachingVerdict, 'local' | 'vector'>,
): number {
  return 1 / (1 + Math.exp(-logOddsOf(local) - adjustmentOf(adjustment, vector)))
}

/** Whether a post is kept by what was taught. */
export function keepsBy(adjustment: Adjustment, post: Pick<TeachingVerdict, 'local' | 'vector'>): boolean {
  return taughtScore(adjustment, post) >= relevanceWeights.threshold
}

/** Whether a large model's score from 0 to 100 keeps a post. */
export function isKeptByModel(modelScore: number): boolean {
  return modelScore >= relevanceWeights.threshold * 100
}
