import { endKeys } from '../api-keys/end-keys.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { AccountHooks } from './account-hooks.ts'
import { deleteGoogleIdentity } from './google-identity-store.ts'
import type { LockedAccount } from './locked-account.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import { deleteSessionAddresses, endSessions } from './session-store.ts'

export interface VoidingDependencies extends Pick<AccountHooks, 'onAccessVoided'> {
  clock: Clock
}

/**
 * Ends every way by which whoever set up the account could come back, let others in or keep its owner out. These are
 * sessions, personal keys, Google, the second factor, invites and project offers. The caller replaces or deletes the
 * password.
 */
export async function voidAccess(
  tx: Tx,
  { clock, onAccessVoided }: VoidingDependencies,
  { accountId, organizationId }: LockedAccount,
): Promise<void> {
  await deleteGoogleIdentity(tx, accountId)
  await deleteSecondFactor(tx, accountId)
  await endKeys(tx, accountId)
  if (organizationId !== null) await onAccessVoided(tx, { accountId, organizationId })
  // Last: a sign-in at this moment has by now opened its session or been refused.
  await endSessions(tx, { accountId, keepId: null, now: clock.now() })
  await deleteSessionAddresses(tx, accountId)
}
