import { stopFillingOf } from '../../workspace/filling/end-filling.ts'
import { deleteLeads } from '../../workspace/leads/delete-leads.ts'
import { stopSearchesOf } from '../../finding/matching/finish-search.ts'
import { isBeingSearched } from '../../finding/matching/is-being-searched.ts'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { stopMonitoringOf } from '../../finding/monitoring/stop-monitoring.ts'
import { unaudited } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteLockedProject, lockProject } from '../../core/projects/lock-project.ts'
import { cancelOffers } from '../transfers/cancel-offers.ts'
import { endAccessTo } from '../transfers/end-access.ts'

/**
 * Deletes a project and everything in it, for good. Its searches are stopped and settled first. Leads go in short
 * transactions, all else with the project in the last; after an interruption it can be called again. Posts stay: other
 * organizations may have found them too.
 */
export async function removeProject(
  deps: RemovalDependencies,
  organizationId: string,
  projectId: string,
): Promise<'removed' | 'missing'> {
  const scope = organizationScope(organizationId)
  for (;;) {
    // Only the last transaction is audited: one that finds the project gone already has changed nothing.
    await unaudited(async () => {
      await deps.db.transaction(scope, async (tx) => {
        await cancelOffers(tx, organizationId, projectId)
        await stopSearchesOf(tx, deps, organizationId, [projectId])
        await stopMonitoringOf(tx, deps, organizationId, [projectId])
      })
      await deleteLeads(deps.db, organizationId, projectId)
    })
    const outcome = await deps.db.transaction(scope, async (tx) => {
      if (!(await lockProject(tx, organizationId, projectId))) return 'missing'
      // Somebody may have started another search meanwhile; with the project locked, nobody can now.
      if (await isBeingSearched(tx, organizationId, projectId)) return 'again'
      await stopMonitoringOf(tx, deps, organizationId, [projectId])
      await stopFillingOf(tx, deps, organizationId, [projectId])
      await deleteLockedProject(tx, organizationId, projectId)
      await endAccessTo(tx, organizationId, projectId)
      return 'removed'
    })
    if (outcome !== 'again') return outcome
  }
}
