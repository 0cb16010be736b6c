import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { AppError } from '../../platform/errors.ts'
import { resendDeadLetters as resend, type WhichDead } from '../../platform/job-dead-letters.ts'
import { operatorScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

/** Has jobs that failed for good run again, once whatever made them fail is mended. */
export async function resendDeadLetters(
  { db, newId, ledger: { clock } }: OperatorDependencies,
  which: WhichDead,
): Promise<string> {
  const count = await db.transaction(operatorScope(), async (tx) => {
    const { length } = await resend(tx, which)
    const target = { jobs: String(length), ...('name' in which && { job: which.name }) }
    if (length > 0) {
      const action = 'operator.resend-dead-letters'
      await recordOperatorAction(tx, { clock, newId }, { action, organizationId: null, target })
    }
    return length
  })
  if (count === 0) {
    const detail = 'No such job lies among the dead letters, or the same work waits already; nothing was changed.'
    throw new AppError('not_found', 'dead_letter_not_found', detail)
  }
  return `${count === 1 ? 'One job runs' : `${count} jobs run`} again, as soon as a worker takes ${count === 1 ? 'it' : 'them'}.`
}
