import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { requireAttempt, type Attempt, type RateLimits } from '../platform/rate-limits.ts'
import { loginScope } from '../platform/scopes.ts'
import type { SecondFactorCodes } from './second-factor-codes.ts'
import { lockSecondFactor, setLastStep, spendRecoveryCode, type SecondFactor } from './second-factor-store.ts'

export interface SecondFactorDependencies {
  db: Db
  clock: Clock
  secondFactorCodes: SecondFactorCodes
}

/** A code brought along to a sign-in; a wrong one counts against `attempts` as a wrong password does. */
interface CodeGuess {
  accountId: string
  code: string | undefined
  attempts: readonly Attempt[]
}

/**
 * Passes an account without a second factor, or one whose code is brought along. Asked once the password has matched,
 * so that nobody else learns whether there is one.
 */
export async function requireSecondFactor(
  dependencies: SecondFactorDependencies & { rateLimits: RateLimits },
  { accountId, code, attempts }: CodeGuess,
): Promise<void> {
  const { db, rateLimits } = dependencies
  const counted = code?.trim() ? await requireAttempt(rateLimits, attempts) : undefined
  const outcome = await db.transaction(loginScope(), async (tx) => {
    const factor = await lockSecondFactor(tx, accountId)
    if (!factor?.isConfirmed) return 'passed'
    if (!code?.trim()) return 'missing'
    return (await takeSecondFactorCode(tx, dependencies, { accountId, factor, code })) ? 'passed' : 'wrong'
  })
  if (outcome === 'wrong') throw badSecondFactor('LOGIN_BAD_SECOND_FACTOR')
  if (counted) await rateLimits.giveBack(counted)
  if (outcome === 'missing') {
    const detail = 'Enter the code that your authenticator app shows, or a recovery code.'
    throw new AppError('bad_request', 'LOGIN_SECOND_FACTOR_REQUIRED', detail)
  }
}

/** Uses up a code of the app or a recovery code; false where it is wrong or was used. The factor must be locked. */
export async function takeSecondFactorCode(
  tx: Tx,
  { clock, secondFactorCodes }: SecondFactorDependencies,
  { accountId, factor, code }: { accountId: string; factor: SecondFactor; code: string },
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const codeHash = secondFactorCodes.hashRecoveryCode(accountId, code)
    return spendRecoveryCode(tx, accountId, { codeHash, usedAt: clock.now() })
  }
  const step = secondFactorCodes.findStep(accountId, factor.secret, digits)
  if (step === undefined || step <= factor.lastStep) return false
  await setLastStep(tx, accountId, step)
  return true
}

export function badSecondFactor(code = 'BAD_SECOND_FACTOR'): AppError {
  const detail = 'That code is wrong or was used before. Wait for the next one, or enter a recovery code.'
  return new AppError('bad_request', code, detail)
}
