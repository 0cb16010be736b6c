import { requireAttempt, type RateLimit, type RateLimits } from '../../platform/rate-limits.ts'

/** Invites mailed to one address by all organizations together, so that nobody is flooded. */
const INVITES_TO_ADDRESS: RateLimit = { name: 'invite.address', max: 5, withinMs: 60 * 60_000 }

/** Counts a mail to the address while `work` makes the invite, and gives it back if that fails or mails nothing. */
export async function countingInviteMail<T>(
  rateLimits: RateLimits,
  email: string,
  work: () => Promise<{ invite: T; isMailed: boolean }>,
): Promise<T> {
  const counted = await requireAttempt(rateLimits, [{ limit: INVITES_TO_ADDRESS, of: [email] }])
  try {
    const { invite, isMailed } = await work()
    if (!isMailed) await rateLimits.giveBack(counted)
    return invite
  } catch (error) {
    await rateLimits.giveBack(counted)
    throw error
  }
}
