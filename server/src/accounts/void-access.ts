import { endKeys } from '../api-keys/end-keys.ts'
import { withdrawOffers } from '../organization/withdraw-offers.ts'
import type { Tx } from '../platform/db.ts'
import { deleteGoogleIdentity } from './google-identity-store.ts'
import type { LockedAccount } from './locked-account.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import { deleteKnownAddresses, endSessions } from './session-store.ts'

/**
 * Ends everything by which whoever set up the account could come back, let others in or keep its owner out: sessions,
 * personal keys, Google, the second factor, and the invites and projects it has offered. The password is the caller's to
 * replace or take.
 */
export async function voidAccess(tx: Tx, { accountId, organizationId }: LockedAccount, now: Date): Promise<void> {
  await deleteGoogleIdentity(tx, accountId)
  await deleteSecondFactor(tx, accountId)
  await endKeys(tx, accountId)
  if (organizationId !== null) await withdrawOffers(tx, organizationId, accountId)
  // Last: whoever was signing in at this moment has by now either opened their session or been refused.
  await endSessions(tx, { accountId, keepId: null, now })
  await deleteKnownAddresses(tx, accountId)
}
