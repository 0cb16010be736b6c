import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { proofAttempts } from './attempt-limits.ts'
import { requireLiveSession } from './live-session.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { countWrongCode, type SecondFactorDependencies } from './second-factor-check.ts'
import { confirmSecondFactorOf, insertRecoveryCodes, lockSecondFactor, setLastStep } from './second-factor-store.ts'

/**
 * Turns the second factor on once the caller's app has shown that it knows the secret. Returns the recovery codes, of
 * which only hashes are stored.
 */
export async function confirmSecondFactor(
  { db, clock, rateLimits, secondFactorCodes }: SecondFactorDependencies,
  caller: Caller,
  { code }: { code: string },
): Promise<string[]> {
  refuseImpersonation(caller)
  const { userId, sessionId } = caller
  const recoveryCodes = secondFactorCodes.newRecoveryCodes()
  const confirm = async (tx: Tx) => {
    await requireLiveSession(tx, caller, clock.now())
    const factor = await lockSecondFactor(tx, userId)
    if (!factor || factor.isConfirmed) {
      const detail = 'There is nothing to confirm. Begin with setting up the second factor.'
      throw new AppError('conflict', 'second_factor_not_started', detail)
    }
    const step = secondFactorCodes.findStep(userId, factor.secret, code.replaceAll(/\s/g, ''))
    if (step === 'lost') {
      const detail =
        'What was set up cannot be read any more, as the secret of this installation was lost. Begin again.'
      throw new AppError('conflict', 'second_factor_not_started', detail)
    }
    if (step === undefined) {
      const detail = 'That code is wrong. Enter the one that the app shows now; the clock of its device must be right.'
      throw new AppError('bad_request', 'BAD_SECOND_FACTOR', detail)
    }
    await confirmSecondFactorOf(tx, userId, clock.now())
    await setLastStep(tx, userId, step)
    const hashes = recoveryCodes.map((one) => secondFactorCodes.hashRecoveryCode(userId, one))
    await insertRecoveryCodes(tx, userId, hashes)
  }
  await countWrongCode(rateLimits, proofAttempts(sessionId), () => db.transaction(accountScope(userId), confirm))
  return recoveryCodes
}
