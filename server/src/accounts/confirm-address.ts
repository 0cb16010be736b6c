import type { Caller } from '../platform/actor.ts'
import type { Tx } from '../platform/db.ts'
import { findAccount } from './account-store.ts'
import { enterEvent } from './enter-event.ts'
import { requireOwnHand } from './require-own-hand.ts'

/**
 * Takes the address of the caller's account as proved theirs: they hold an invite that was mailed to it. Refuses a super
 * admin who looks at the product as them.
 */
export async function confirmAddress(tx: Tx, caller: Caller): Promise<void> {
  requireOwnHand(caller)
  const account = await findAccount(tx, caller.userId)
  if (account) await enterEvent(tx, account, 'invite_link_signed_in')
}
