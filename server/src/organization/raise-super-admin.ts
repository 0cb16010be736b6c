import { findPerson, findPersonByEmail } from '../accounts/find-person.ts'
import type { Db, Tx } from '../platform/db.ts'
import { accountScope, loginScope, organizationScope } from '../platform/scopes.ts'
import { findMembershipOf, lockMember, setRole } from './membership-store.ts'

interface RaiseDependencies {
  db: Db
  /** In small letters, as the operator listed them. */
  superAdminEmails: readonly string[]
}

/**
 * Makes a member a super admin whom the operator listed, once the listed address is verified as theirs. To be called
 * wherever somebody comes into an organization, in the same transaction.
 */
export async function raiseIfListed(
  tx: Tx,
  superAdminEmails: readonly string[],
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  if (superAdminEmails.length === 0) return
  const person = await findPerson(tx, userId)
  if (!person?.isVerified || !superAdminEmails.includes(person.email)) return
  const role = (await lockMember(tx, organizationId, userId))?.role
  if (role !== undefined && role !== 'SUPER_ADMIN') await setRole(tx, organizationId, userId, 'SUPER_ADMIN')
}

/** The same for somebody whose address has just been verified, wherever they are a member. */
export async function raiseSuperAdmin({ db, superAdminEmails }: RaiseDependencies, userId: string): Promise<void> {
  if (superAdminEmails.length === 0) return
  const membership = await db.transaction(accountScope(userId), (tx) => findMembershipOf(tx, userId))
  if (!membership) return
  const { organizationId } = membership
  await db.transaction(organizationScope(organizationId), (tx) =>
    raiseIfListed(tx, superAdminEmails, { organizationId, userId }),
  )
}

/** The same for everybody listed, at each start. */
export async function raiseSuperAdmins(dependencies: RaiseDependencies): Promise<void> {
  for (const email of dependencies.superAdminEmails) {
    const person = await dependencies.db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
    if (person) await raiseSuperAdmin(dependencies, person.id)
  }
}
