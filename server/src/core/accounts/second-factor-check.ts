import { unaudited } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireAttempt, type Attempt, type RateLimits } from '../../platform/rate-limits.ts'
import { loginScope } from '../../platform/scopes.ts'
import type { SecondFactorCodes } from './second-factor-codes.ts'
import {
  findRecoveryKey,
  hasSecondFactor,
  lockSecondFactor,
  setLastStep,
  spendRecoveryCode,
  type SecondFactor,
} from './second-factor-store.ts'

const BAD_CODES = ['BAD_SECOND_FACTOR', 'LOGIN_BAD_SECOND_FACTOR'] as const
type BadCode = (typeof BAD_CODES)[number]

export interface SecondFactorDependencies {
  db: Db
  clock: Clock
  rateLimits: RateLimits
  secondFactorCodes: SecondFactorCodes
}

/** The code sent with a password; a wrong one counts against `attempts` and is refused as `refusedAs`. */
interface Brought {
  accountId: string
  code: string | undefined
  attempts: readonly Attempt[]
  refusedAs: BadCode
}

/**
 * Throws unless the account has no second factor or the code is right. Asked once the password has matched, so that
 * nobody else learns whether there is one.
 */
export async function requireSecondFactor(
  dependencies: SecondFactorDependencies,
  { accountId, code, attempts, refusedAs }: Brought,
): Promise<void> {
  const { db, rateLimits } = dependencies
  if (!(await db.transaction(loginScope(), (tx) => hasSecondFactor(tx, accountId)))) return
  if (!code?.trim()) {
    const detail = 'Enter the code that your authenticator app shows, or a recovery code.'
    throw new AppError('bad_request', 'LOGIN_SECOND_FACTOR_REQUIRED', detail)
  }
  const use = async (tx: Tx) => {
    const factor = await lockSecondFactor(tx, accountId)
    // Turned off at this very moment, so there is no code to ask for.
    if (!factor?.isConfirmed) return
    const taken = await takeSecondFactorCode(tx, dependencies, { accountId, factor, code })
    if (taken !== 'taken') throw badSecondFactor(taken, refusedAs)
  }
  // Using up a code is no change of its own; what it opens has its entry in the audit log.
  await countWrongCode(rateLimits, attempts, () => unaudited(() => db.transaction(loginScope(), use)))
}

/**
 * Does the work that a code is needed for. Every code is counted before it is checked, so that many at once cannot slip
 * through; it is given back unless `work` throws `badSecondFactor`.
 */
export async function countWrongCode(
  rateLimits: RateLimits,
  attempts: readonly Attempt[],
  work: () => Promise<void>,
): Promise<void> {
  const counted = await requireAttempt(rateLimits, attempts)
  let wasWrong = false
  try {
    await work()
  } catch (error) {
    wasWrong = error instanceof AppError && BAD_CODES.some((code) => code === error.code)
    throw error
  } finally {
    if (!wasWrong) await rateLimits.giveBack(counted)
  }
}

/** `lost`: no secret opens what the app's codes are compared with, so that only a recovery code can be right. */
type TakenCode = 'taken' | 'wrong' | 'lost'

/** Uses up a code of the app or a recovery code; `wrong` if it is, or was used. The factor must be locked. */
export async function takeSecondFactorCode(
  tx: Tx,
  { clock, secondFactorCodes }: Pick<SecondFactorDependencies, 'clock' | 'secondFactorCodes'>,
  { accountId, factor, code }: { accountId: string; factor: SecondFactor; code: string },
): Promise<TakenCode> {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const short = secondFactorCodes.hashShortCode(accountId, code, await findRecoveryKey(tx))
    const hashes = [secondFactorCodes.hashRecoveryCode(accountId, code), ...short]
    return (await spendRecoveryCode(tx, accountId, { hashes, usedAt: clock.now() })) ? 'taken' : 'wrong'
  }
  const step = secondFactorCodes.findStep(accountId, factor.secret, digits)
  if (step === 'lost') return 'lost'
  if (step === undefined || step <= factor.lastStep) return 'wrong'
  await setLastStep(tx, accountId, step)
  return 'taken'
}

const REFUSALS = {
  wrong: 'That code is wrong or was used before. Wait for the next one, or enter a recovery code.',
  lost: 'Codes of your authenticator app cannot be checked any more, as the secret of this installation was lost. Enter a recovery code, then set the second factor up again; without one, ask the person who runs Leadlight.',
} as const

export function badSecondFactor(why: keyof typeof REFUSALS, code: BadCode = 'BAD_SECOND_FACTOR'): AppError {
  return new AppError('bad_request', code, REFUSALS[why])
}
