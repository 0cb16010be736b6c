import type { Tx } from '../platform/db.ts'

/** How somebody can sign in besides a password. */
export interface SignInMethods {
  googleEmail: string | null
  hasSecondFactor: boolean
  recoveryCodesLeft: number
}

/** A password is the only way to sign in that there is, so there are no others to find. */
export function findSignInMethods(_tx: Tx, _accountId: string): Promise<SignInMethods> {
  return Promise.resolve({ googleEmail: null, hasSecondFactor: false, recoveryCodesLeft: 0 })
}
