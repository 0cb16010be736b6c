import { isAdmin, type Role } from '@leadlight/domain/roles'
import { countOthers, deleteMembership, type Membership } from '../../core/members/memberships.ts'
import { deleteNotifications } from '../../outlets/notifications/delete-notifications.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { withdrawGrants } from '../../core/projects/grants.ts'
import { detachMember } from '../../workspace/teamwork/detach-member.ts'
import { withdrawOffers } from './withdraw-offers.ts'

/**
 * Takes somebody out of the organization, which the caller has locked: their membership, grants, offers and mail
 * settings go, what they did stays. Throws for the last admin.
 */
export async function endMembership(tx: Tx, organizationId: string, member: Membership): Promise<void> {
  await requireAnotherAdmin(tx, organizationId, member)
  await withdrawGrants(tx, organizationId, member.accountId)
  await withdrawOffers(tx, organizationId, member.accountId)
  await deleteMembership(tx, organizationId, member.accountId)
  await deleteNotifications(tx, organizationId, { accountId: member.accountId })
  await detachMember(tx, organizationId, member.accountId)
}

/** Throws if nobody but `member` runs the organization. */
export async function requireAnotherAdmin(
  tx: Tx,
  organizationId: string,
  member: { accountId: string; role: Role },
): Promise<void> {
  if (!isAdmin(member.role)) return
  const { admins } = await countOthers(tx, organizationId, member.accountId)
  if (admins > 0) return
  const detail = 'An organization needs an admin, and there is no other. Make somebody else an admin first.'
  throw new AppError('conflict', 'last_admin', detail)
}
