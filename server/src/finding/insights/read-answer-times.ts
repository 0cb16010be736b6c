import type { ProjectIds } from '../../platform/actor.ts'
import type { AnswerTimes } from '@leadlight/contract/insights'
import { ANSWER_STEPS } from '@leadlight/domain/insights'
import type { Tx } from '../../platform/db.ts'
import { countAnswerSteps, sumAnswers } from './answer-store.ts'
import type { Period } from './period.ts'

/**
 * How long leads found in that time took to get their first draft or status. Leadlight sees no later step, since
 * answers are sent elsewhere. Outcomes count up to now.
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
