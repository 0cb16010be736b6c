import type { User } from '@leadlight/contract/accounts'
import { confirmEmailChange, verify } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { codeOf } from '../../lib/request-error.ts'

/** Proof that the account is the user's: this browser's session, or the password. */
export type Proof = { session: string | null } | { password: string }

/** The result of following a link. */
export interface Followed {
  message: string
  /** The account; null if the address was already verified. */
  user: User | null
}

/** Following a link twice is no failure: its work is done. */
export const ALREADY_VERIFIED: Followed = { message: 'This address is verified already.', user: null }

export async function verifyAddress(token: string, proof: Proof): Promise<Followed> {
  try {
    const user = await call(verify, inputOf(token, proof))
    return { message: `${user.email} is verified.`, user }
  } catch (error) {
    if (codeOf(error) !== 'VERIFY_USER_ALREADY_VERIFIED') throw error
    return ALREADY_VERIFIED
  }
}

export async function changeAddress(token: string, proof: Proof): Promise<Followed> {
  const user = await call(confirmEmailChange, inputOf(token, proof))
  return { message: `The address of your account is now ${user.email}.`, user }
}

/** Verifies by the link alone, which voids everything set up before. Returns a token for setting a new password. */
export async function claimAccount(token: string): Promise<string> {
  const { reset_token: resetToken } = await call(verify, { body: { token } })
  if (resetToken === undefined) throw new Error('The account was taken, and no password can be set.')
  return resetToken
}

/** An invalid session must not sign anybody out here: the password is requested instead. */
function inputOf(token: string, proof: Proof) {
  if ('password' in proof) return { body: { token, password: proof.password } }
  return { body: { token }, headers: { authorization: `Bearer ${proof.session ?? ''}` } }
}
