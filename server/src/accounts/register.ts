import { nameActor } from '../platform/changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { NewId } from '../platform/ids.ts'
import { loginScope } from '../platform/scopes.ts'
import { insertAccount, type Account } from './account-store.ts'
import { passwordProblem } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

interface RegisterDependencies {
  db: Db
  clock: Clock
  newId: NewId
  passwords: Passwords
}

/**
 * Makes an account. That an address is taken is told openly, as sign-up has to; of two registrations of one address at
 * the same moment, one is told so.
 */
export async function register(
  { db, clock, newId, passwords }: RegisterDependencies,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const problem = passwordProblem(password, email)
  if (problem) throw new AppError('bad_request', 'REGISTER_INVALID_PASSWORD', problem)
  const account = { id: newId(), email, passwordHash: await passwords.hash(password), createdAt: clock.now() }
  nameActor(account.id)
  const { inserted } = await db.transaction(loginScope(), (tx) => insertAccount(tx, account))
  if (!inserted) {
    const detail = 'There is already an account with this e-mail address. Sign in instead.'
    throw new AppError('bad_request', 'REGISTER_USER_ALREADY_EXISTS', detail)
  }
  return { id: account.id, email, firstName: null, lastName: null, isVerified: false, avatarUrl: null }
}
