import { isOpen } from '@leadlight/domain/account-states'
import { findPerson, findPersonByEmail } from '../accounts/find-person.ts'
import { recordOperatorAction } from '../audit/record-operator-action.ts'
import { findMembership, lockMember, setRole } from '../members/memberships.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { accountScope, loginScope, organizationScope } from '../../platform/scopes.ts'

export interface RaiseDependencies {
  clock: Clock
  newId: NewId
  /** In lower case. */
  superAdminEmails: readonly string[]
}

/**
 * Makes a member a super admin if the operator listed their address and they have proved it by more than a link. Call
 * it wherever somebody joins an organization, in the same transaction.
 */
export async function raiseIfListed(
  tx: Tx,
  dependencies: RaiseDependencies,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const { superAdminEmails } = dependencies
  if (superAdminEmails.length === 0) return
  const person = await findPerson(tx, userId)
  if (!person || !isOpen(person.state) || !superAdminEmails.includes(person.email)) return
  const role = (await lockMember(tx, organizationId, userId))?.role
  if (role === undefined || role === 'SUPER_ADMIN') return
  await setRole(tx, organizationId, userId, 'SUPER_ADMIN')
  const done = { action: 'operator.super-admin-emails', organizationId, target: { user_id: userId } } as const
  await recordOperatorAction(tx, dependencies, done)
}

/** The same for somebody who has just signed in or proved their address, in any organization. */
export async function raiseSuperAdmin(dependencies: RaiseDependencies & { db: Db }, userId: string): Promise<void> {
  const { db } = dependencies
  if (dependencies.superAdminEmails.length === 0) return
  const membership = await db.transaction(accountScope(userId), (tx) => findMembership(tx, userId))
  if (!membership) return
  const { organizationId } = membership
  await db.transaction(organizationScope(organizationId), (tx) =>
    raiseIfListed(tx, dependencies, { organizationId, userId }),
  )
}

/** The same for everybody listed, at each start. */
export async function raiseSuperAdmins(dependencies: RaiseDependencies & { db: Db }): Promise<void> {
  for (const email of dependencies.superAdminEmails) {
    const person = await dependencies.db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
    if (person) await raiseSuperAdmin(dependencies, person.id)
  }
}
