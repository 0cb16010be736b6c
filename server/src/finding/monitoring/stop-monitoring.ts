import { settleReservation, type LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { deleteWaiting, selectArrived, setArrived } from './arrival-store.ts'
import { batchKey } from './batch-key.ts'
import { refreshListeningJob } from './judge-job.ts'
import { disableMonitors, lockMonitor, selectMonitors, updateMonitor, type MonitorRow } from './monitor-store.ts'

interface StopDependencies {
  clock: Clock
  ledger: LedgerDependencies
  jobs: Jobs
}

const ALL = 100_000

/**
 * Stops monitoring a signal: waiting posts are dropped and reservations released. Runs in the caller's transaction,
 * which holds the signal's lock. A signal that is not monitored is left alone.
 */
export async function stopMonitoring(
  tx: Tx,
  deps: StopDependencies,
  organizationId: string,
  signalId: string,
): Promise<void> {
  const monitor = await lockMonitor(tx, organizationId, signalId)
  if (!monitor) return
  await letGo(tx, deps, monitor)
  const { projectId } = monitor
  await disableMonitors(tx, organizationId, { projectId, signalId })
  await deps.jobs.enqueue(tx, refreshListeningJob, { organizationId, projectId })
}

/** The same for all signals of these projects, which are about to be deleted. */
export async function stopMonitoringOf(
  tx: Tx,
  deps: StopDependencies,
  organizationId: string,
  projectIds: readonly string[],
): Promise<void> {
  for (const projectId of projectIds) {
    for (const { signalId } of await selectMonitors(tx, organizationId, projectId)) {
      const monitor = await lockMonitor(tx, organizationId, signalId)
      if (monitor) await letGo(tx, deps, monitor)
    }
    await disableMonitors(tx, organizationId, { projectId })
  }
}

async function letGo(tx: Tx, deps: StopDependencies, monitor: MonitorRow): Promise<void> {
  const of = { organizationId: monitor.organizationId, signalId: monitor.signalId }
  if (monitor.batch) {
    const postIds = await selectArrived(tx, of, { state: 'held', limit: ALL })
    await setArrived(tx, of, { postIds, state: 'waiting' })
    await settleReservation(tx, deps.ledger, of.organizationId, { key: batchKey(monitor.batch.id), used: 0 })
    await updateMonitor(tx, monitor, { batch: null })
  }
  await deleteWaiting(tx, of)
}
