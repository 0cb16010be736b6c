import { requireAttempt, type RateLimit, type RateLimits } from '../platform/rate-limits.ts'

/** Invites mailed to one address by all organizations together: many of them must not flood somebody who asked for none. */
const INVITES_TO_ADDRESS: RateLimit = { name: 'invite.address', max: 5, withinMs: 60 * 60_000 }

/** Counts a mail to the address while `work` makes the invite, and takes it back where that is refused. */
export async function countingInviteMail<T>(rateLimits: RateLimits, email: string, work: () => Promise<T>): Promise<T> {
  const counted = await requireAttempt(rateLimits, [{ limit: INVITES_TO_ADDRESS, of: [email] }])
  try {
    return await work()
  } catch (error) {
    await rateLimits.giveBack(counted)
    throw error
  }
}
