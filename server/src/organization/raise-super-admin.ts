import { findPerson, findPersonByEmail } from '../accounts/find-person.ts'
import { recordOperatorAction } from '../audit/record-operator-action.ts'
import { nameTarget } from '../platform/changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { NewId } from '../platform/ids.ts'
import { accountScope, loginScope, organizationScope } from '../platform/scopes.ts'
import { findMembershipOf, lockMember, setRole } from './membership-store.ts'

interface RaiseDependencies {
  db: Db
  clock: Clock
  newId: NewId
  /** In small letters, as the operator listed them. */
  superAdminEmails: readonly string[]
}

/**
 * Makes a member a super admin whom the operator listed, once the listed address is verified as theirs, and answers
 * whether they became one by it. To be called wherever somebody comes into an organization, in the same transaction.
 */
export async function raiseIfListed(
  tx: Tx,
  superAdminEmails: readonly string[],
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  if (superAdminEmails.length === 0) return false
  const person = await findPerson(tx, userId)
  if (!person?.isVerified || !superAdminEmails.includes(person.email)) return false
  const role = (await lockMember(tx, organizationId, userId))?.role
  if (role === undefined || role === 'SUPER_ADMIN') return false
  await setRole(tx, organizationId, userId, 'SUPER_ADMIN')
  nameTarget({ raised_to: 'SUPER_ADMIN' })
  return true
}

/** The same for somebody whose address has just been verified, wherever they are a member. */
export async function raiseSuperAdmin(dependencies: RaiseDependencies, userId: string): Promise<void> {
  const { db, superAdminEmails } = dependencies
  if (superAdminEmails.length === 0) return
  const membership = await db.transaction(accountScope(userId), (tx) => findMembershipOf(tx, userId))
  if (!membership) return
  const { organizationId } = membership
  await db.transaction(organizationScope(organizationId), async (tx) => {
    if (!(await raiseIfListed(tx, superAdminEmails, { organizationId, userId }))) return
    const done = { action: 'operator.super-admin-emails', organizationId, target: { user_id: userId } } as const
    await recordOperatorAction(tx, dependencies, done)
  })
}

/** The same for everybody listed, at each start. */
export async function raiseSuperAdmins(dependencies: RaiseDependencies): Promise<void> {
  for (const email of dependencies.superAdminEmails) {
    const person = await dependencies.db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
    if (person) await raiseSuperAdmin(dependencies, person.id)
  }
}
