import { recordHistory } from '../leads/record-history.ts'
import { lockLead } from '../leads/require-lead.ts'
import { setAssignee } from '../leads/set-assignee.ts'
import { lockRole } from '../../core/members/memberships.ts'
import { memberNotFound } from '../../core/organization/require-member.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findTeammates } from '../../core/organization/find-teammates.ts'
import { mentionOf } from './mentions.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

/** Assigns a lead to somebody who can see it, or to nobody. Anybody else is "not found". */
export function assignLead(
  deps: TeamworkDependencies,
  actor: Actor,
  { userId, ...ids }: { projectId: string; id: string; userId: string | null },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    // Locked first: whoever removes somebody from the organization then unassigns their leads after this.
    if (userId !== null) await lockRole(tx, organizationId, userId)
    const lead = await lockLead(tx, actor, ids)
    if (userId !== null) {
      const teammates = await findTeammates(tx, { ...ids, organizationId }, [userId])
      if (!teammates.has(userId)) throw memberNotFound()
    }
    if (lead.assignee_id === userId) return
    await setAssignee(tx, organizationId, { leadId: ids.id, userId })
    const summary = userId === null ? 'Assigned to nobody' : `Assigned to ${mentionOf(userId)}`
    await recordHistory(tx, deps, actor, { leadId: ids.id, kind: 'assignee', summary })
  })
}
