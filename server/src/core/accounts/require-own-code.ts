import type { Caller } from '../../platform/actor.ts'
import { proofAttempts } from './attempt-limits.ts'
import { requireSecondFactor, type SecondFactorDependencies } from './second-factor-check.ts'

/**
 * Throws unless the caller's account has no second factor or the code is right. A wrong one counts like a wrong
 * password. Asked last before a change, since a right one is used up even if the change is then refused.
 */
export function requireOwnCode(
  dependencies: SecondFactorDependencies,
  { userId, sessionId }: Caller,
  code: string | undefined,
): Promise<void> {
  const attempts = proofAttempts(sessionId)
  return requireSecondFactor(dependencies, { accountId: userId, code, attempts, refusedAs: 'BAD_SECOND_FACTOR' })
}
