import type { Role } from '@leadlight/domain/roles'
import { isAdmin } from '@leadlight/domain/roles'
import { countOthers } from '../../core/members/memberships.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { detachMember } from '../../workspace/teamwork/detach-member.ts'
import { lockOrganization } from '../../core/members/lock-organization.ts'
import { withdrawOffers } from './withdraw-offers.ts'

/**
 * Checks that somebody may leave their organization for good and locks it until the transaction ends. Takes back what
 * they offered and releases their leads and views there. Throws for the last admin of others; `isLast` says that nobody
 * else is in it.
 */
export async function departOrganization(
  tx: Tx,
  organizationId: string,
  member: { accountId: string; role: Role },
): Promise<{ isLast: boolean }> {
  await lockOrganization(tx, organizationId)
  const others = await countOthers(tx, organizationId, member.accountId)
  if (others.people > 0 && others.admins === 0 && isAdmin(member.role)) {
    const detail =
      'You are the last admin of your organization. Make somebody else an admin first, or delete the organization.'
    throw new AppError('conflict', 'last_admin', detail)
  }
  await withdrawOffers(tx, organizationId, member.accountId)
  await detachMember(tx, organizationId, member.accountId)
  return { isLast: others.people === 0 }
}
