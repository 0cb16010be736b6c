import type { Caller } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { loginAttempts } from './attempt-limits.ts'
import type { Client } from './client.ts'
import { lockCredentials, type Credentials } from './credential-store.ts'
import { holdSession } from './hold-session.ts'
import { badPassword } from './require-own-password.ts'
import { requireOwnHand } from './require-own-hand.ts'
import { verifyPassword, type VerifyDependencies } from './verify-password.ts'

/** What somebody who follows a mailed link shows besides it. */
export interface Proof {
  client: Client
  /** Whoever the request is signed in as; undefined where it carries no token. */
  caller: Caller | undefined
  password: string | undefined
}

export interface ProofDependencies extends VerifyDependencies {
  clock: Clock
}

/** How they showed that the account is theirs; `stillHolds` refuses, in the transaction that relies on it, where it no longer does. */
interface Way {
  by: 'signed_in' | 'with_password'
  stillHolds: (tx: Tx) => Promise<void>
}

/**
 * How somebody shows that the account is theirs: by its session or else by its password; undefined where they bring
 * neither. A wrong password is refused and counted as at a sign-in; so is somebody signed in as another account, who would
 * not know what becomes of which.
 */
export async function provedBy(
  dependencies: ProofDependencies,
  credentials: Credentials,
  { client, caller, password }: Proof,
): Promise<Way | undefined> {
  const { accountId, email, passwordHash } = credentials
  if (caller?.userId === accountId) {
    requireOwnHand(caller)
    return { by: 'signed_in', stillHolds: (tx) => holdSession(tx, caller, dependencies.clock.now()) }
  }
  if (password !== undefined) {
    const attempts = loginAttempts(client, email, { isKnownAddress: false })
    const advice = 'choose a new password by mail'
    if (!(await verifyPassword(dependencies, { passwordHash, password, attempts, advice }))) throw badPassword()
    return { by: 'with_password', stillHolds: (tx) => requireSame(tx, credentials) }
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
