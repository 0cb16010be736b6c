import { requirePermission, type Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { leadNotFound, setFlag } from './lead-store.ts'

/** Marks one lead read or starred, or not, for the whole team. Doing so again changes nothing. */
export function flagLead(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  change: { projectId: string; id: string; field: 'read' | 'starred'; value: boolean },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, change.projectId)
    if (!(await setFlag(tx, actor.organizationId, change))) throw leadNotFound()
  })
}
