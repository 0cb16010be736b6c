import type { Permission } from '@leadlight/domain/roles'
import { findMember, type Membership } from '../members/memberships.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganization } from '../members/lock-organization.ts'

/**
 * Blocks every other change of the organization's members until the transaction ends, and only then checks what the
 * actor may do. Somebody who lost their role while waiting is refused. Returns the actor as they are now.
 */
export async function lockOrganizationFor(tx: Tx, actor: Actor, permission: Permission): Promise<Membership> {
  const isThere = await lockOrganization(tx, actor.organizationId)
  const member = isThere ? await findMember(tx, actor.organizationId, actor.userId) : undefined
  if (!member) throw new AppError('forbidden', 'organization_required', 'You are no longer in this organization.')
  requirePermission({ ...actor, role: member.role }, permission)
  return member
}
