import type { AnswerTimes } from '@leadlight/contract/insights'
import { ANSWER_STEPS } from '@leadlight/domain/insights'
import type { Tx } from '../../platform/db.ts'
import { countAnswerSteps, sumAnswers } from './answer-store.ts'
import type { ProjectIds } from './insight-dependencies.ts'
import type { Period } from './period.ts'

/**
 * How long it took from when leads were found, in that time, to the first draft or status. Leadlight sees no more of an answer:
 * it is sent elsewhere. What became of the leads counts up to now.
 */
export async function readAnswerTimes(
  tx: Tx,
  ids: ProjectIds,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<AnswerTimes> {
  const { found, answered, dismissed, medianMs, slowMs } = await sumAnswers(tx, ids, { from, to })
  const steps = await countAnswerSteps(tx, ids, { from, to, stepsMs: ANSWER_STEPS.map(({ ms }) => ms) })
  return {
    found,
    answered,
    dismissed,
    waiting: found - answered - dismissed,
    median_ms: medianMs,
    slow_ms: slowMs,
    steps: [...ANSWER_STEPS.map(({ within }) => within), null].map((within, step) => {
      return { within, leads: steps.get(step) ?? 0 }
    }),
  }
}
