import type { Tx } from '../../platform/db.ts'
import { findGoogleIdentity } from './google-identity-store.ts'
import { countRecoveryCodes, hasSecondFactor } from './second-factor-store.ts'

/** How somebody can sign in besides a password. */
export interface SignInMethods {
  googleEmail: string | null
  hasSecondFactor: boolean
  recoveryCodesLeft: number
}

export async function findSignInMethods(tx: Tx, accountId: string): Promise<SignInMethods> {
  const google = await findGoogleIdentity(tx, accountId)
  return {
    googleEmail: google?.email ?? null,
    hasSecondFactor: await hasSecondFactor(tx, accountId),
    recoveryCodesLeft: await countRecoveryCodes(tx, accountId),
  }
}
