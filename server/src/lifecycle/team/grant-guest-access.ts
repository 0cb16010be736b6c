import { findRole } from '../../core/members/memberships.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { memberNotFound } from '../../core/organization/require-member.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { grantProjects } from '../../core/projects/grants.ts'
import { requireProject } from '../../core/projects/require-project.ts'

/**
 * Lets a guest of the organization see the project; granting again changes nothing. Throws for members and admins, who
 * see every project.
 */
export function grantGuestAccess(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  requirePermission(actor, 'guest.manage')
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    // Locks the roles meanwhile, so that nobody who becomes a member keeps a guest's grant.
    await lockOrganizationFor(tx, actor, 'guest.manage')
    await requireProject(tx, actor, projectId)
    const role = await findRole(tx, organizationId, userId)
    if (role === undefined) throw memberNotFound()
    if (role !== 'GUEST') {
      throw new AppError('conflict', 'not_a_guest', 'This person is no guest: they see every project already.')
    }
    await grantProjects(tx, organizationId, { projectIds: [projectId], accountId: userId, grantedAt: clock.now() })
  })
}
