import { planTrouble } from '@leadlight/domain/plan-trouble'
import { findNamesProblem } from '@leadlight/domain/watched-names/common-names'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { wordsOf } from '@leadlight/engine/plan/plan'
import { invalidPart } from '../../platform/errors.ts'

/**
 * Refuses a signal that cannot be searched for, with the sentence that the editor shows its author. `path` names the
 * part that holds its words: `body.intent_signal` where they were sent, `signal.intent_signal` where they are saved.
 */
export function requireSearchable(
  brief: Brief,
  path: 'body.intent_signal' | 'body.names' | 'signal.intent_signal',
): void {
  if (brief.kind === 'name') {
    const problem = findNamesProblem(brief.intentSignal)
    if (problem) throw invalidPart(path, 'names_unreadable', problem.sentence)
    return
  }
  const trouble = planTrouble(brief.intentSignal, wordsOf(planBrief(brief)))
  if (trouble !== null) throw invalidPart(path, 'signal_unsearchable', trouble)
}
