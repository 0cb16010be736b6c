import type { Role } from '@leadlight/domain/roles'
import { lockMember, setRole } from '../members/memberships.ts'
import type { Tx } from '../../platform/db.ts'

/** Gives a member the role; answers the one they had, or undefined for a stranger. Who may do so is the caller's to know. */
export async function giveRole(tx: Tx, organizationId: string, userId: string, role: Role): Promise<Role | undefined> {
  const former = (await lockMember(tx, organizationId, userId))?.role
  if (former !== undefined) await setRole(tx, organizationId, userId, role)
  return former
}
