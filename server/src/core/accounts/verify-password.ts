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
  /** What somebody can do who is refused for having guessed too often. */
  advice: string
}

/**
 * Whether the password is right. Every guess is counted before it is looked at, so that many at the same moment cannot
 * slip through together; what was no wrong guess is given back.
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
