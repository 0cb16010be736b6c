import { nameActor } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireAttempt, type RateLimits } from '../../platform/rate-limits.ts'
import { loginScope } from '../../platform/scopes.ts'
import { insertAccount, type Account } from './account-store.ts'
import { registerAttempts } from './attempt-limits.ts'
import type { Client } from './client.ts'
import { addressed, mailVerificationJob, type MailingDependencies } from './mail-jobs.ts'
import { passwordProblem } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

export interface RegisterDependencies extends MailingDependencies {
  db: Db
  clock: Clock
  passwords: Passwords
  rateLimits: RateLimits
}

/**
 * Makes an account and mails a link that verifies its address. Sign-up has to say openly that an address is taken, also
 * to the later of two registrations at the same moment.
 */
export async function register(
  dependencies: RegisterDependencies,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const { db, clock, jobs, newId, passwords, rateLimits } = dependencies
  const problem = passwordProblem(password, email)
  if (problem) throw new AppError('bad_request', 'REGISTER_INVALID_PASSWORD', problem)
  await requireAttempt(rateLimits, registerAttempts(client))
  const account = { id: newId(), email, passwordHash: await passwords.hash(password), createdAt: clock.now() }
  nameActor(account.id)
  await db.transaction(loginScope(), async (tx) => {
    const { inserted } = await insertAccount(tx, account)
    if (!inserted) throw alreadyExists()
    await jobs.enqueue(tx, mailVerificationJob, addressed(dependencies, email))
  })
  return {
    id: account.id,
    email,
    firstName: null,
    lastName: null,
    isVerified: false,
    state: 'unproved',
    avatarUrl: null,
  }
}

function alreadyExists(): AppError {
  const detail = 'There is already an account with this email address. Sign in instead.'
  return new AppError('bad_request', 'REGISTER_USER_ALREADY_EXISTS', detail)
}
