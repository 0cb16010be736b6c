import type { IntentSignal } from '@leadlight/contract/signals'
import { toMillicredits } from '@leadlight/domain/credits'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { requireSearchable } from '../matching/require-searchable.ts'
import { startMonitoring } from '../monitoring/start-monitoring.ts'
import { stopMonitoring } from '../monitoring/stop-monitoring.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeSignal } from './describe-signals.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'

/** Starts monitoring a signal with a monthly budget in credits, or changes the budget. */
export function enableMonitoring(
  deps: SearchingDependencies,
  actor: Actor,
  { monthlyCredits, ...ids }: { projectId: string; id: string; monthlyCredits: number },
): Promise<IntentSignal> {
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, ids)
    requireSearchable(signal, 'signal.intent_signal')
    // Watched names spend nothing.
    const budget = signal.kind === 'name' ? 0 : toMillicredits(monthlyCredits)
    const { projectId } = signal
    await startMonitoring(tx, deps, { organizationId, projectId, signalId: signal.id, budget, enabledBy: userId })
    return describeSignal(tx, deps, organizationId, signal)
  })
}

/** Stops monitoring a signal. Waiting posts are dropped, and reservations are released. */
export function disableMonitoring(
  deps: SearchingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<IntentSignal> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, ids)
    await stopMonitoring(tx, deps, organizationId, signal.id)
    return describeSignal(tx, deps, organizationId, signal)
  })
}
