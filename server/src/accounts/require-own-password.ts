import type { Caller } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { accountScope } from '../platform/scopes.ts'
import { findOwnCredentials } from './account-store.ts'
import type { Passwords } from './passwords.ts'

export interface OwnPasswordDependencies {
  db: Db
  passwords: Passwords
}

/** Refuses unless `password` is the caller's own; answers the address it belongs to. */
export async function requireOwnPassword(
  { db, passwords }: OwnPasswordDependencies,
  { userId }: Caller,
  password: string,
): Promise<{ email: string }> {
  const found = await db.transaction(accountScope(userId), (tx) => findOwnCredentials(tx, userId))
  if (found && found.passwordHash === null) throw noPassword()
  const matches = await passwords.verify(found?.passwordHash, password)
  if (!found || !matches) throw new AppError('bad_request', 'BAD_PASSWORD', 'That is not your password.')
  return { email: found.email }
}

export function noPassword(): AppError {
  const detail = 'Your account has no password yet. Set one with the link of “Forgot your password”, then try again.'
  return new AppError('conflict', 'NO_PASSWORD', detail)
}
