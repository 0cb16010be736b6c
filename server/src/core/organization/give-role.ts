import type { Role } from '@leadlight/domain/roles'
import { lockMember, setRole } from '../members/memberships.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Gives a member the role. Returns their former one, undefined for somebody who is no member. The caller checks
 * permission.
 */
export async function giveRole(tx: Tx, organizationId: string, userId: string, role: Role): Promise<Role | undefined> {
  const former = (await lockMember(tx, organizationId, userId))?.role
  if (former !== undefined) await setRole(tx, organizationId, userId, role)
  return former
}
