import type { Caller } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'
import { insertSecondFactor } from './second-factor-store.ts'

/** Makes a secret for the caller's authenticator app, replacing an unconfirmed one. */
export async function startSecondFactor(
  dependencies: SecondFactorDependencies & OwnPasswordDependencies,
  caller: Caller,
  { password }: { password: string },
): Promise<{ secret: string; otpauthUrl: string }> {
  const { db, clock, secondFactorCodes } = dependencies
  refuseImpersonation(caller)
  const { email } = await requireOwnPassword(dependencies, caller, password)
  const { sealed, secret, otpauthUrl } = secondFactorCodes.newSecret({ id: caller.userId, email })
  const kept = await db.transaction(accountScope(caller.userId), (tx) =>
    insertSecondFactor(tx, caller.userId, { secret: sealed, startedAt: clock.now() }),
  )
  if (!kept) {
    const detail = 'Your account has a second factor already. Turn it off before you set up another.'
    throw new AppError('conflict', 'second_factor_on', detail)
  }
  return { secret, otpauthUrl }
}
