import { announce } from '../../core/events/announce.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { monitoringScope, organizationScope } from '../../platform/scopes.ts'
import { countDropped, dropWaiting, selectOverflowing } from './overflow-store.ts'
import { lockMonitor } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

/** So many posts may wait for a signal: more would take years of budgets to judge, and are old by then. */
const WAITING_MAX = 10_000
const DROPPED_AT_ONCE = 5_000

/**
 * Lets go, unjudged, of what came first where more waits for a signal than is ever judged. It is counted beside the signal and
 * told in the looks that brought it.
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
  of: { organizationId: string; signalId: string },
  most: number,
): Promise<number> {
  const { organizationId, signalId } = of
  return db.transaction(organizationScope(organizationId), async (tx) => {
    // Who holds a batch holds the monitor first.
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
