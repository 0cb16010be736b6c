import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { AppError } from '../../platform/errors.ts'
import {
  countLeft,
  OLD_DAYS,
  resendDeadLetters as resend,
  type DeadLetter,
  type WhichDead,
} from '../../platform/job-dead-letters.ts'
import { operatorScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

/** Has jobs that failed for good run again, once whatever made them fail is mended, and says which of them stay and why. */
export async function resendDeadLetters(
  { db, newId, ledger: { clock } }: OperatorDependencies,
  which: WhichDead,
): Promise<string[]> {
  const { count, left } = await db.transaction(operatorScope(), async (tx) => {
    const sent = await resend(tx, which)
    if (sent.length > 0) {
      const action = 'operator.resend-dead-letters'
      await recordOperatorAction(tx, { clock, newId }, { action, organizationId: null, target: targetOf(sent) })
    }
    return { count: sent.length, left: await countLeft(tx, which) }
  })
  const staying = tellLeft(left)
  if (count > 0) {
    return [count === 1 ? 'One job runs again, as soon as a worker takes it.' : `${count} jobs run again, as soon as a worker takes them.`, ...staying] // oxfmt-ignore
  }
  const why = staying.length > 0 ? staying : ['No such job lies among the dead letters.']
  throw new AppError('not_found', 'dead_letter_not_found', [...why, 'Nothing was changed.'].join(' '))
}

/** Jobs that are sent together have one name. */
function targetOf(sent: readonly DeadLetter[]): Record<string, string> {
  return { jobs: String(sent.length), job: sent[0]?.jobName ?? '', job_ids: sent.map(({ id }) => id).join(' ') }
}

function tellLeft({ awaited, old }: { awaited: number; old: number }): string[] {
  const stay = (jobs: number) => (jobs === 1 ? 'One job stays' : `${jobs} jobs stay`)
  return [
    ...(awaited > 0 ? [`${stay(awaited)} among the dead letters: the same work waits or runs already.`] : []),
    ...(old > 0
      ? [`${stay(old)} among the dead letters, having died more than ${OLD_DAYS} days ago: a mail as old may be wanted by nobody. To have old jobs run too, add --old.`] // oxfmt-ignore
      : []),
  ]
}
