import { endEverySession, endSessionsOf } from '../../core/accounts/end-sessions.ts'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { operatorScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireUser } from './require-user.ts'

/** Signs somebody out everywhere, or everybody where no address is given. Personal keys go on. */
export async function endSessions(
  { db, newId, ledger: { clock } }: OperatorDependencies,
  { email }: { email: string | undefined },
): Promise<string> {
  const ended = email === undefined ? await endEverySession({ db, clock }) : undefined
  return db.transaction(operatorScope(), async (tx) => {
    const record = (target: Record<string, string>) =>
      recordOperatorAction(tx, { clock, newId }, { action: 'operator.end-sessions', organizationId: null, target })
    if (email === undefined) {
      await record({})
      return describeEndedSessions(ended ?? 0)
    }
    const { id } = await requireUser(tx, email)
    const count = await endSessionsOf(tx, { accountId: id, now: clock.now() })
    await record({ user_id: id })
    return describeEndedSessions(count)
  })
}

export function describeEndedSessions(count: number): string {
  if (count === 0) return 'Nobody was signed in there; nothing was ended.'
  return `Ended ${count === 1 ? 'one session' : `${count} sessions`}. Personal keys go on.`
}
