import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { countUnreadLeads } from './count-unread-leads.ts'
import type { LeadDependencies } from './lead-dependencies.ts'

/** How many leads of the project are neither read nor deleted. */
export function getUnreadCount({ db }: Pick<LeadDependencies, 'db'>, actor: Actor, projectId: string): Promise<number> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const counts = await countUnreadLeads(tx, actor.organizationId, [projectId])
    return counts.get(projectId) ?? 0
  })
}
