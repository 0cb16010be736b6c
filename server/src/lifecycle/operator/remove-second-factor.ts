import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { turnOffSecondFactor } from '../../core/accounts/turn-off-second-factor.ts'
import { operatorScope } from '../../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireUser } from './require-user.ts'

/** Lets somebody who has lost their authenticator and their recovery codes in by their password alone. */
export async function removeSecondFactor(
  { db, newId, ledger: { clock } }: OperatorDependencies,
  { email }: { email: string },
): Promise<string> {
  const isRemoved = await db.transaction(operatorScope(), async (tx) => {
    const { id } = await requireUser(tx, email)
    const done = { action: 'operator.remove-second-factor', organizationId: null, target: { user_id: id } } as const
    const isForgotten = await turnOffSecondFactor(tx, id)
    if (isForgotten) await recordOperatorAction(tx, { clock, newId }, done)
    return isForgotten
  })
  if (!isRemoved) return `${email} has no second factor; nothing was changed.`
  return `${email} signs in by their password alone now, until they set up another second factor.`
}
