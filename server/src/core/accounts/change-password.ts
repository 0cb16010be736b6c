import type { Caller } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { setPasswordHash } from './credential-store.ts'
import { enqueueNotice, type MailingDependencies } from './mail-jobs.ts'
import { passwordProblem } from './password-rules.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { requireOwnCode } from './require-own-code.ts'
import { badPassword, requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'
import { endSessions } from './session-store.ts'

export type ChangePasswordDependencies = OwnPasswordDependencies & SecondFactorDependencies & MailingDependencies

/**
 * Changes the password of a caller who has proved themselves anew, ends every session but theirs, and mails a notice to
 * their address.
 */
export async function changePassword(
  dependencies: ChangePasswordDependencies,
  caller: Caller,
  given: { currentPassword: string; password: string; secondFactorCode: string | undefined },
): Promise<void> {
  const { db, clock, passwords } = dependencies
  const { currentPassword, password, secondFactorCode } = given
  refuseImpersonation(caller)
  const credentials = await requireOwnPassword(dependencies, caller, currentPassword)
  const { accountId, email } = credentials
  const problem = passwordProblem(password, email)
  if (problem) throw new AppError('bad_request', 'CHANGE_PASSWORD_INVALID_PASSWORD', problem)
  await requireOwnCode(dependencies, caller, secondFactorCode)
  const passwordHash = await passwords.hash(password)
  const now = clock.now()
  await db.transaction(accountScope(accountId), async (tx) => {
    // Another request has changed the password meanwhile, so the one that was sent is no longer the current one.
    if (!(await setPasswordHash(tx, credentials, passwordHash))) throw badPassword()
    await endSessions(tx, { accountId, keepId: caller.sessionId, now })
    await enqueueNotice(tx, dependencies, { to: email, notice: 'password_changed', at: now })
  })
}
