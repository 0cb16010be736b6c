import { unassignLeads } from '../../workspace/leads/set-assignee.ts'
import { lockRole } from '../../core/members/memberships.ts'
import { deleteNotifications } from '../../outlets/notifications/delete-notifications.ts'
import { memberNotFound } from '../../core/organization/require-member.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { withdrawGrant } from '../../core/projects/grants.ts'
import { requireProject } from '../../core/projects/require-project.ts'

/**
 * Hides the project from the guest from their next request on: its leads are no longer assigned or mailed to them.
 * Withdrawing what was not granted changes nothing.
 */
export function withdrawGuestAccess(
  { db }: { db: Db },
  actor: Actor,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  requirePermission(actor, 'guest.manage')
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const role = await lockRole(tx, organizationId, userId)
    if (role === undefined) throw memberNotFound()
    await withdrawGrant(tx, organizationId, { projectId, accountId: userId })
    if (role !== 'GUEST') return
    await unassignLeads(tx, organizationId, { userId, projectId })
    await deleteNotifications(tx, organizationId, { projectId, accountId: userId })
  })
}
