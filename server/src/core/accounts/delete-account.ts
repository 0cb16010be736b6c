import { findMembership } from '../members/memberships.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope, departureScope } from '../../platform/scopes.ts'
import type { AccountHooks } from './account-hooks.ts'
import { deleteAccountOf, findOwnCredentials, lockAccount, type Credentials } from './credential-store.ts'
import { enqueueNotice, type MailingDependencies } from './mail-jobs.ts'
import { requireLiveSession } from './live-session.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { badPassword, requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'

export interface DeleteAccountDependencies
  extends OwnPasswordDependencies, MailingDependencies, Pick<AccountHooks, 'onDeparture'> {
  clock: Clock
}

/**
 * Deletes the caller's account for good, with its sessions, membership and grants, and their organization if nobody
 * else is in it. Throws for the last admin of others. What they did in an organization of others stays, without their
 * name.
 */
export async function deleteAccount(
  dependencies: DeleteAccountDependencies,
  caller: Caller,
  typed: { email: string; password: string | undefined },
): Promise<void> {
  const { db, clock, onDeparture } = dependencies
  refuseImpersonation(caller)
  const credentials = await requireConfirmed(dependencies, caller, typed)
  const { accountId, email } = credentials
  const organizationId = caller.membership?.organizationId ?? null
  await db.transaction(departureScope(accountId, organizationId), async (tx) => {
    const locked = await lockAccount(tx, accountId)
    await requireLiveSession(tx, caller, clock.now())
    if (locked?.email !== email || locked.passwordHash !== credentials.passwordHash) throw changedMeanwhile()
    const membership = await findMembership(tx, accountId)
    if ((membership?.organizationId ?? null) !== organizationId) throw changedMeanwhile()
    await onDeparture(tx, { accountId, email, membership })
    await enqueueNotice(tx, dependencies, { to: email, notice: 'account_deleted', at: clock.now() })
    await deleteAccountOf(tx, accountId)
  })
}

/** The caller's credentials, once they have typed their address and, if they have one, their password. */
async function requireConfirmed(
  dependencies: DeleteAccountDependencies,
  caller: Caller,
  typed: { email: string; password: string | undefined },
): Promise<Credentials> {
  const { userId } = caller
  const credentials = await dependencies.db.transaction(accountScope(userId), (tx) => findOwnCredentials(tx, userId))
  if (!credentials) throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
  if (typed.email !== credentials.email) {
    const detail = 'That is not the address of your account. Nothing was deleted.'
    throw new AppError('bad_request', 'email_mismatch', detail)
  }
  if (credentials.passwordHash === null) return credentials
  if (typed.password === undefined) throw badPassword()
  return requireOwnPassword(dependencies, caller, typed.password)
}

function changedMeanwhile(): AppError {
  const detail = 'Your account was changed at this very moment. Nothing was deleted; try again.'
  return new AppError('conflict', 'account_changed', detail)
}
