import type { OfSignal } from '../../core/signals/signals.ts'
import { logOddsOf, scoreOf } from '@leadlight/domain/scoring'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import type { Tx } from '../../platform/db.ts'
import { findLearned, type Learned } from './adjustment-store.ts'
import { adjustmentOf } from './adjustment.ts'

/** The judge's verdict before any feedback. */
interface SharedVerdict {
  score: number
  keep: boolean
}

/** A post's packed vector, and the model that made it. */
export interface PostVector {
  vector: Uint8Array | null
  vectorModel: string | null
}

export interface AdjustedVerdict {
  /** The judge's log-odds. */
  base: number
  /** From 0 to 100, with the signal's feedback applied. */
  score: number
  keep: boolean
}

/** Applies the signal's feedback to the judge's verdict on a post. */
export type Adjust = (shared: SharedVerdict, post: PostVector, keptFrom: number) => AdjustedVerdict

/**
 * Reads how the signal's feedback adjusts verdicts. Without feedback, or for a post without a vector, it changes
 * nothing.
 */
export async function findAdjust(tx: Tx, of: OfSignal): Promise<Adjust> {
  const learned = await findLearned(tx, of)
  return (shared, post, keptFrom) => {
    const base = logOddsOf(shared.score)
    const added = addedTo(learned, post)
    const score = scoreOf(base + added)
    if (added === 0 || added > 0 === shared.keep) return { base, score, keep: shared.keep }
    return { base, score, keep: 1 / (1 + Math.exp(-base - added)) >= keptFrom }
  }
}

/** What the signal's feedback adds to a post's log-odds. */
export function addedTo(learned: Learned | undefined, { vector, vectorModel }: PostVector): number {
  if (!learned || !vector || vectorModel !== learned.vectorModel) return 0
  return adjustmentOf(learned.adjustment, unpackVector(vector))
}
