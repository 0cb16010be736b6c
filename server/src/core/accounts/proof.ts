import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Client } from './client.ts'
import { lockCredentials, type Credentials } from './credential-store.ts'
import { requireLiveSession } from './live-session.ts'
import { badPassword } from './require-own-password.ts'
import { findByPassword, type GuessDependencies } from './login.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'

/** What somebody who follows a mailed link shows besides it. */
export interface Proof {
  client: Client
  /** The signed-in caller; undefined without a token. */
  caller: Caller | undefined
  password: string | undefined
}

/**
 * How they proved that the account is theirs; `stillHolds` throws, in the transaction that relies on it, if that has
 * changed.
 */
interface Way {
  by: 'signed_in' | 'with_password'
  stillHolds: (tx: Tx) => Promise<void>
}

/**
 * How somebody proves that the account is theirs: by its session or else its password; undefined for neither. Throws
 * for a wrong password, which counts as at a sign-in. Also throws for somebody signed in as another account, who might
 * not know which one changes.
 */
export async function provedBy(
  dependencies: GuessDependencies,
  credentials: Credentials,
  { client, caller, password }: Proof,
): Promise<Way | undefined> {
  const { accountId, email } = credentials
  if (caller?.userId === accountId) {
    refuseImpersonation(caller)
    return { by: 'signed_in', stillHolds: (tx) => requireLiveSession(tx, caller, dependencies.clock.now()) }
  }
  if (password !== undefined) {
    const found = await findByPassword(dependencies, client, { email, password })
    if (found?.accountId !== accountId) throw badPassword()
    return { by: 'with_password', stillHolds: (tx) => requireSame(tx, found) }
  }
  if (caller) throw signedInAsAnother(email)
  return undefined
}

async function requireSame(tx: Tx, credentials: Credentials): Promise<void> {
  if (!(await lockCredentials(tx, credentials))) throw badPassword()
}

function signedInAsAnother(email: string): AppError {
  const detail = `This link is for ${email}, and you are signed in as somebody else. Enter the password of ${email}, or sign out first.`
  return new AppError('forbidden', 'link_for_another', detail)
}
