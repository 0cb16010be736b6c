import { countOthers } from '../../core/members/memberships.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { endMembership } from './end-membership.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'

/** Takes the actor out of their organization, which keeps what they did. Throws for the last admin of others. */
export function leaveOrganization({ db }: { db: Db }, actor: Actor): Promise<void> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const member = await lockOrganizationFor(tx, actor, 'organization.read')
    const { people } = await countOthers(tx, actor.organizationId, actor.userId)
    if (people === 0) {
      const detail = 'You are the only person in this organization. Delete the organization instead.'
      throw new AppError('conflict', 'last_member', detail)
    }
    await endMembership(tx, actor.organizationId, member)
  })
}
