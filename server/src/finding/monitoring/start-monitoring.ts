import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { judgeWaitingJob, refreshListeningJob } from './judge-job.ts'
import { enableMonitor, type MonitorRow } from './monitor-store.ts'

/**
 * Starts monitoring a signal, or sets the monthly budget where it is monitored already. Runs in the caller's
 * transaction, which holds the signal's lock. Posts that wait for credits are checked again.
 */
export async function startMonitoring(
  tx: Tx,
  deps: { clock: Clock; jobs: Jobs },
  monitor: Pick<MonitorRow, 'organizationId' | 'projectId' | 'signalId' | 'budget' | 'enabledBy'>,
): Promise<void> {
  const { signalId, ...all } = monitor
  await startMonitoringAll(tx, deps, { ...all, signalIds: [signalId] })
}

/** The same for several signals of a project, with the same budget each. */
export async function startMonitoringAll(
  tx: Tx,
  deps: { clock: Clock; jobs: Jobs },
  {
    signalIds,
    ...monitor
  }: Pick<MonitorRow, 'organizationId' | 'projectId' | 'budget' | 'enabledBy'> & { signalIds: readonly string[] },
): Promise<void> {
  const { organizationId, projectId } = monitor
  for (const signalId of signalIds) await enableMonitor(tx, { ...monitor, signalId, now: deps.clock.now() })
  await deps.jobs.enqueue(tx, refreshListeningJob, { organizationId, projectId })
  await deps.jobs.enqueue(tx, judgeWaitingJob, { organizationId }, { key: organizationId })
}
