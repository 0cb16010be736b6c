import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { findMembership, lockRole } from '../../core/members/memberships.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget, unaudited } from '../../platform/changes.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { accountScope, loginScope, organizationScope } from '../../platform/scopes.ts'
import type { Client } from '../../core/accounts/client.ts'
import { findPersonByEmail } from '../../core/accounts/find-person.ts'
import { openSession, tokenOf, type SessionDependencies } from '../../core/accounts/open-session.ts'

const LIFETIME_MS = 60 * 60 * 1000

export interface ImpersonationDependencies extends SessionDependencies {
  db: Db
  log: Log
}

/**
 * A token to see the product as another user does. It ends after an hour, or when the actor stops being a super admin.
 * Nobody can see the product as a super admin this way.
 */
export async function impersonate(
  dependencies: ImpersonationDependencies,
  actor: Actor,
  client: Client,
  { email }: { email: string },
): Promise<string> {
  const { db, log } = dependencies
  const person = await db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
  if (!person) throw new AppError('not_found', 'user_not_found', `Nobody has an account with the address ${email}.`)
  const membership = await db.transaction(accountScope(person.id), (tx) => findMembership(tx, person.id))
  if (membership?.role === 'SUPER_ADMIN') throw refused(`${email} is a super admin, whom nobody can stand in for.`)
  if (membership)
    await tellTheirAdmins(dependencies, actor, { organizationId: membership.organizationId, personId: person.id })
  const session = await db.transaction(organizationScope(actor.organizationId), async (tx) => {
    // Locked until the session exists, so that taking the role away meanwhile ends this session too.
    const role = await lockRole(tx, actor.organizationId, actor.userId)
    if (role !== 'SUPER_ADMIN') throw refused('You are a super admin no more.')
    nameTarget({ user_id: person.id })
    return openSession(tx, dependencies, {
      accountId: person.id,
      client,
      lifetimeMs: LIFETIME_MS,
      impersonatorId: actor.userId,
    })
  })
  const about = { impersonatorId: actor.userId, userId: person.id, sessionId: session.id }
  log.info(about, 'a super admin looks at the product as another user')
  return tokenOf(dependencies, session)
}

/** The actor's own organization logs the impersonation anyway; this logs it in the user's too. */
function tellTheirAdmins(
  { db, clock, newId }: ImpersonationDependencies,
  actor: Actor,
  { organizationId, personId }: { organizationId: string; personId: string },
): Promise<void> {
  const target = { user_id: personId, impersonator_id: actor.userId }
  const done = { action: 'operator.see-as', organizationId, target } as const
  return unaudited(() =>
    db.transaction(organizationScope(organizationId), (tx) => recordOperatorAction(tx, { clock, newId }, done)),
  )
}

function refused(detail: string): AppError {
  return new AppError('forbidden', 'impersonation_refused', detail)
}
