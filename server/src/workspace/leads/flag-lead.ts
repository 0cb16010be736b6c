import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { leadNotFound, setFlag } from './lead-store.ts'
import { recordHistory } from './record-history.ts'

/**
 * Marks one lead as read or starred, or not, for the whole team. Repeating it changes nothing. A star is recorded in
 * the history.
 */
export function flagLead(
  deps: LeadDependencies,
  actor: Actor,
  change: { projectId: string; id: string; field: 'read' | 'starred'; value: boolean },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, change.projectId)
    const former = await setFlag(tx, actor.organizationId, change)
    if (former === undefined) throw leadNotFound()
    if (change.field === 'read' || former === change.value) return
    const summary = change.value ? 'Starred' : 'Star taken away'
    await recordHistory(tx, deps, actor, { leadId: change.id, kind: 'starred', summary })
  })
}
