import type { User } from '@leadlight/contract/accounts'
import { confirmEmailChange, verify } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { codeOf } from '../../lib/request-error.ts'

/** How somebody shows that the account is theirs: by the session of this browser, or by its password. */
export type Proof = { session: string | null } | { password: string }

/** What following a link has come to. */
export interface Followed {
  message: string
  /** Whose address it is; null where it had been verified before. */
  user: User | null
}

/** Following a link twice is no failure: what it was for has been done. */
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

/** Verifies by the link alone, which ends all that was set up before; answers what a new password can be set with. */
export async function claimAccount(token: string): Promise<string> {
  const { reset_token: resetToken } = await call(verify, { body: { token } })
  if (resetToken === undefined) throw new Error('The account was taken, and no password can be set.')
  return resetToken
}

/** A session that is no good is no reason to sign anybody out here: the password is asked for instead. */
function inputOf(token: string, proof: Proof) {
  if ('password' in proof) return { body: { token, password: proof.password } }
  return { body: { token }, headers: { authorization: `Bearer ${proof.session ?? ''}` } }
}
