import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { endMembership } from './end-membership.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { requireMember } from '../../core/organization/require-member.ts'

/** Takes somebody out of the organization. What they did stays; they see nothing of it from their next request on. */
export function removeMember({ db }: { db: Db }, actor: Actor, userId: string): Promise<void> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await lockOrganizationFor(tx, actor, 'member.manage')
    await endMembership(tx, organizationId, await requireMember(tx, organizationId, userId))
  })
}
