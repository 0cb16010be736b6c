import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { proofAttempts } from './attempt-limits.ts'
import { findOwnCredentials, type Credentials } from './credential-store.ts'
import { verifyPassword, type VerifyDependencies } from './verify-password.ts'

export interface OwnPasswordDependencies extends VerifyDependencies {
  db: Db
}

/** Throws unless `password` is the caller's own, and for an hour after ten wrong ones. Returns their credentials. */
export async function requireOwnPassword(
  dependencies: OwnPasswordDependencies,
  { userId, sessionId }: Caller,
  password: string,
): Promise<Credentials> {
  const found = await dependencies.db.transaction(accountScope(userId), (tx) => findOwnCredentials(tx, userId))
  if (found && found.passwordHash === null) throw noPassword()
  const matches = await verifyPassword(dependencies, {
    passwordHash: found?.passwordHash,
    password,
    attempts: proofAttempts(sessionId),
    advice: 'ask for a link to choose a new password',
  })
  if (!found || !matches) throw badPassword()
  return found
}

export function badPassword(): AppError {
  return new AppError('bad_request', 'BAD_PASSWORD', 'That is not your password.')
}

export function noPassword(): AppError {
  const detail = 'Your account has no password yet. Set one with the link of “Forgot your password”, then try again.'
  return new AppError('conflict', 'NO_PASSWORD', detail)
}
