import type { Tx } from '../platform/db.ts'
import { findGoogleIdentity } from './google-identity-store.ts'
import { countRecoveryCodes, lockSecondFactor } from './second-factor-store.ts'

/** How somebody can sign in besides a password. */
export interface SignInMethods {
  googleEmail: string | null
  hasSecondFactor: boolean
  recoveryCodesLeft: number
}

/** What the account has set up besides its password. */
export async function findSignInMethods(tx: Tx, accountId: string): Promise<SignInMethods> {
  const identity = await findGoogleIdentity(tx, accountId)
  const factor = await lockSecondFactor(tx, accountId)
  const hasSecondFactor = factor?.isConfirmed ?? false
  return {
    googleEmail: identity?.email ?? null,
    hasSecondFactor,
    recoveryCodesLeft: hasSecondFactor ? await countRecoveryCodes(tx, accountId) : 0,
  }
}
