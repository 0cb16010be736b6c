import { isAdmin, type GivenRole } from '@leadlight/domain/roles'
import { unassignLeads } from '../../workspace/leads/set-assignee.ts'
import { setRole } from '../../core/members/memberships.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { withdrawGrants } from '../../core/projects/grants.ts'
import { requireAnotherAdmin } from './end-membership.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { describeMembers, type Member } from '../../core/organization/list-members.ts'
import { memberNotFound, requireMember } from '../../core/organization/require-member.ts'
import { withdrawOffers } from './withdraw-offers.ts'

/**
 * Changes somebody's role from their next request on. Grants end with the role they were given to. A new guest sees
 * nothing until granted and is assigned no leads; a former one sees everything. An admin's offers end when they stop
 * being one.
 */
export function updateMember(
  { db }: { db: Db },
  actor: Actor,
  { userId, role }: { userId: string; role: GivenRole },
): Promise<Member> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await lockOrganizationFor(tx, actor, 'member.manage')
    const member = await requireMember(tx, organizationId, userId)
    if (member.role !== role) {
      if (!isAdmin(role)) {
        await requireAnotherAdmin(tx, organizationId, member)
        await withdrawOffers(tx, organizationId, userId)
      }
      await withdrawGrants(tx, organizationId, userId)
      await setRole(tx, organizationId, userId, role)
      if (role === 'GUEST') await unassignLeads(tx, organizationId, { userId })
    }
    const [described] = await describeMembers(tx, organizationId, [{ ...member, role }])
    if (!described) throw memberNotFound()
    return described
  })
}
