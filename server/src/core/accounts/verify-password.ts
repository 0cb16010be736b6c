import { requireAttempt, type Attempt, type RateLimits } from '../../platform/rate-limits.ts'
import type { Passwords } from './passwords.ts'

export interface VerifyDependencies {
  passwords: Passwords
  rateLimits: RateLimits
}

interface Guess {
  passwordHash: string | null | undefined
  password: string
  attempts: readonly Attempt[]
  /** What somebody refused for too many guesses can do. */
  advice: string
}

/**
 * Whether the password is right. Every guess is counted before it is checked, so that many at once cannot slip through;
 * a right one is given back.
 */
export async function verifyPassword(
  { passwords, rateLimits }: VerifyDependencies,
  { passwordHash, password, attempts, advice }: Guess,
): Promise<boolean> {
  const counted = await requireAttempt(rateLimits, attempts, advice)
  let wasWrong = false
  try {
    const matches = await passwords.verify(passwordHash, password)
    wasWrong = !matches
    return matches
  } finally {
    if (!wasWrong) await rateLimits.giveBack(counted)
  }
}
