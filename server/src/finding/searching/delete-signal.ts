import { stopIfRunning } from '../matching/finish-search.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { stopMonitoring } from '../monitoring/stop-monitoring.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import { setSignalDeleted } from '../../core/signals/signals.ts'

/** Deletes a signal and stops its search and monitoring. Its leads stay, and still say why they were found. */
export async function deleteSignal(
  deps: SearchingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, ids)
    await stopIfRunning(tx, deps, actor.organizationId, signal.id)
    await stopMonitoring(tx, deps, actor.organizationId, signal.id)
    await setSignalDeleted(tx, actor.organizationId, signal.id, deps.clock.now())
  })
}
