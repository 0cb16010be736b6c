import type { Caller } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { requireAttempt } from '../../platform/rate-limits.ts'
import { accountScope } from '../../platform/scopes.ts'
import type { AccountTokens } from './account-tokens.ts'
import { emailChangeAttempts, mailAttempts } from './attempt-limits.ts'
import { addressed, mailEmailChangeJob, type MailingDependencies } from './mail-jobs.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { requireOwnCode } from './require-own-code.ts'
import { requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'

export interface ChangeEmailDependencies
  extends OwnPasswordDependencies, SecondFactorDependencies, MailingDependencies {
  accountTokens: AccountTokens
}

/**
 * Mails a link to the new address of a caller who has proved themselves anew; the account keeps its own until the link
 * is followed. Only a reader of the new address's mail learns whether it is taken.
 */
export async function changeEmail(
  dependencies: ChangeEmailDependencies,
  caller: Caller,
  { email, password, secondFactorCode }: { email: string; password: string; secondFactorCode: string | undefined },
): Promise<void> {
  const { db, jobs, rateLimits, accountTokens } = dependencies
  refuseImpersonation(caller)
  const credentials = await requireOwnPassword(dependencies, caller, password)
  if (email === credentials.email) throw sameEmail()
  await requireOwnCode(dependencies, caller, secondFactorCode)
  const { accountId } = credentials
  await requireAttempt(rateLimits, emailChangeAttempts(accountId))
  const mail = await rateLimits.count(mailAttempts('email-change', email))
  if (!('counted' in mail)) return
  const fingerprint = accountTokens.fingerprintOf(credentials)
  await db.transaction(accountScope(accountId), (tx) =>
    jobs.enqueue(tx, mailEmailChangeJob, { ...addressed(dependencies, email), accountId, fingerprint }),
  )
}

function sameEmail(): AppError {
  const message = 'Is the address of your account already'
  const errors = [{ path: 'body.email', message }]
  return new AppError('invalid', 'invalid_request', `body.email: ${message}.`, { errors })
}
