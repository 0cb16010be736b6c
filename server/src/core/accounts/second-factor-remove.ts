import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { proofAttempts } from './attempt-limits.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import {
  badSecondFactor,
  countWrongCode,
  takeSecondFactorCode,
  type SecondFactorDependencies,
} from './second-factor-check.ts'
import { deleteSecondFactor, lockSecondFactor } from './second-factor-store.ts'

/** Turns the second factor off by its own code or a recovery code, and deletes the remaining recovery codes. */
export async function removeSecondFactor(
  dependencies: SecondFactorDependencies & OwnPasswordDependencies,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<void> {
  refuseImpersonation(caller)
  const { db, rateLimits } = dependencies
  const { userId: accountId, sessionId } = caller
  await requireOwnPassword(dependencies, caller, password)
  const remove = async (tx: Tx) => {
    const factor = await lockSecondFactor(tx, accountId)
    if (!factor?.isConfirmed) {
      throw new AppError('conflict', 'second_factor_off', 'Your account has no second factor to turn off.')
    }
    const taken = await takeSecondFactorCode(tx, dependencies, { accountId, factor, code })
    if (taken !== 'taken') throw badSecondFactor(taken)
    await deleteSecondFactor(tx, accountId)
  }
  await countWrongCode(rateLimits, proofAttempts(sessionId), () => db.transaction(accountScope(accountId), remove))
}
