import { forgetSecondFactor } from '../accounts/second-factor-forget.ts'
import { operatorScope } from '../platform/scopes.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { requireUser } from './require-user.ts'

/** Lets somebody in by their password alone who has lost their authenticator and their recovery codes. */
export async function removeSecondFactor({ db }: OperatorDependencies, { email }: { email: string }): Promise<string> {
  const isRemoved = await db.transaction(operatorScope(), async (tx) =>
    forgetSecondFactor(tx, (await requireUser(tx, email)).id),
  )
  if (!isRemoved) return `${email} has no second factor; nothing was changed.`
  return `${email} signs in by their password alone now, until they set up another second factor.`
}
