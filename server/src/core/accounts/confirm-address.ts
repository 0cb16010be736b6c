import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { findAccount } from './account-store.ts'
import { applyEvent } from './apply-event.ts'
import { lockAccount } from './credential-store.ts'
import { requireLiveSession } from './live-session.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'

/**
 * Marks the address of the caller's account as proved: they hold an invite that was mailed to it. Throws for an
 * impersonator.
 */
export async function confirmAddress(tx: Tx, caller: Caller, now: Date): Promise<void> {
  refuseImpersonation(caller)
  await lockAccount(tx, caller.userId)
  await requireLiveSession(tx, caller, now)
  const account = await findAccount(tx, caller.userId)
  if (account) await applyEvent(tx, account, 'invite_link_signed_in')
}
