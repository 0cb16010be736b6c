import { logOddsOf, scoreOf } from '@leadlight/domain/scoring'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import type { Tx } from '../../platform/db.ts'
import { type OfSignal } from '../judgements/judgements.ts'
import { findLearned, type Learned } from './adjustment-store.ts'
import { adjustmentOf } from './adjustment.ts'

/** What the judge says, whoever's signal it is. */
interface SharedVerdict {
  score: number
  keep: boolean
}

/** A post's vector, packed, and the model that made it. */
export interface PostVector {
  vector: Uint8Array | null
  vectorModel: string | null
}

export interface AdjustedVerdict {
  /** What the judge says, in log-odds. */
  base: number
  /** From 0 to 100, with what the signal's feedback adds. */
  score: number
  keep: boolean
}

/** Judges as the signal's feedback has it: its verdict on a post that the judge has judged. */
export type Adjust = (shared: SharedVerdict, post: PostVector, keptFrom: number) => AdjustedVerdict

/** How the signal's feedback moves verdicts by now; while there is none, or for a post without a vector, not at all. */
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

/** What the signal's feedback adds to the log-odds of a post. */
export function addedTo(learned: Learned | undefined, { vector, vectorModel }: PostVector): number {
  if (!learned || !vector || vectorModel !== learned.vectorModel) return 0
  return adjustmentOf(learned.adjustment, unpackVector(vector))
}
