import { isOpen } from '@leadlight/domain/account-states'
import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findAccount } from './account-store.ts'
import { requireLiveSession } from './live-session.ts'

/**
 * Throws unless the caller is still signed in and has proved their address, as inviting others and the like requires.
 * It stays so until the transaction ends.
 */
export async function requireOpenAccount(
  tx: Tx,
  caller: Caller,
  { now, before }: { now: Date; before: string },
): Promise<void> {
  await requireLiveSession(tx, caller, now)
  const account = await findAccount(tx, caller.userId)
  if (account && isOpen(account.state)) return
  throw new AppError('forbidden', 'email_unverified', `Verify your email address before you ${before}.`)
}
