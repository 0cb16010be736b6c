import { z } from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { monitoringScope } from '../platform/scopes.ts'
import { listenWatchJob } from './listen-job.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectDue, type WatchName } from './watch-store.ts'

const DUE_MAX = 500
const HALF_HOUR_MS = 30 * 60_000

/** Reads one watch, if its time has come. */
export const pollWatchJob = defineJob({
  name: 'monitoring.poll-watch',
  schema: z.object({ watchId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 5_000,
  expireMs: HALF_HOUR_MS,
})

/** The watches that are to be polled now, or listened to, longest overdue first. */
export async function findDue(
  deps: Pick<MonitoringDependencies, 'db' | 'clock'>,
  way: WatchName['way'] = 'poll',
): Promise<string[]> {
  const due = { way, now: deps.clock.now(), limit: DUE_MAX }
  const watches = await deps.db.transaction(monitoringScope(), (tx) => selectDue(tx, due))
  return watches.map(({ id }) => id)
}

/** Has every watch polled whose time has come, and every stream listened to: each once, however many workers there are. */
export async function pollDue(deps: MonitoringDependencies): Promise<void> {
  const polls = await findDue(deps)
  const streams = await findDue(deps, 'stream')
  await deps.db.transaction(monitoringScope(), async (tx) => {
    for (const watchId of streams) await deps.jobs.enqueue(tx, listenWatchJob, { watchId }, { key: watchId })
    for (const watchId of polls) await deps.jobs.enqueue(tx, pollWatchJob, { watchId }, { key: watchId })
  })
}
