import { lockMember, type Membership } from '../members/memberships.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * A member whose role admins may change, locked until the transaction ends. Throws for a super admin; anybody else is
 * reported as missing.
 */
export async function requireMember(tx: Tx, organizationId: string, userId: string): Promise<Membership> {
  const member = await lockMember(tx, organizationId, userId)
  if (!member) throw memberNotFound()
  if (member.role === 'SUPER_ADMIN') {
    const detail = "A super admin's role is given and taken by whoever runs this installation."
    throw new AppError('conflict', 'super_admin_fixed', detail)
  }
  return member
}

export function memberNotFound(): AppError {
  return new AppError('not_found', 'member_not_found', 'That person is not in this organization.')
}
