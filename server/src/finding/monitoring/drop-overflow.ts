import type { OfSignal } from '../../core/signals/signals.ts'
import { announce } from '../../core/events/announce.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { monitoringScope, organizationScope } from '../../platform/scopes.ts'
import { countDropped, dropWaiting, selectOverflowing } from './overflow-store.ts'
import { lockMonitor } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

/** The most posts that may wait for a signal: more would take years of budgets to judge and be old by then. */
const WAITING_MAX = 10_000
const DROPPED_AT_ONCE = 5_000

/**
 * Drops the oldest posts, unjudged, where more wait for a signal than is ever judged. They are counted at the signal
 * and in the coverage of the polls that brought them.
 */
export async function dropOverflow(
  deps: Pick<MonitoringDependencies, 'db' | 'clock'>,
  { waitingMax = WAITING_MAX }: { waitingMax?: number } = {},
): Promise<void> {
  const crowded = await deps.db.transaction(monitoringScope(), (tx) => selectOverflowing(tx, waitingMax))
  await oneByOne(crowded, async (of) => {
    while ((await dropSome(deps, of, waitingMax)) === DROPPED_AT_ONCE);
  })
}

function dropSome(
  { db, clock }: Pick<MonitoringDependencies, 'db' | 'clock'>,
  of: OfSignal,
  most: number,
): Promise<number> {
  const { organizationId, signalId } = of
  return db.transaction(organizationScope(organizationId), async (tx) => {
    // Whoever holds a batch has locked the monitor first.
    const monitor = await lockMonitor(tx, organizationId, signalId)
    if (!monitor) return 0
    const count = await dropWaiting(tx, of, { most, limit: DROPPED_AT_ONCE })
    if (count === 0) return 0
    await countDropped(tx, of, count)
    const payload = { type: 'changed' as const, what: 'signals' as const, lead_ids: null, origin: null }
    await announce(tx, organizationId, { projectId: monitor.projectId, payload, now: clock.now() })
    return count
  })
}
