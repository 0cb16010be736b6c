import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { EVERYBODY, listenWatchJob } from './listen-job.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectDue, type WatchName } from './watch-store.ts'

const DUE_MAX = 500
const HALF_HOUR_MS = 30 * 60_000

/**
 * The shared group of addresses typed by users, so that a server that hangs takes no slot from the shared platforms.
 */
const TYPED = 'addresses'

/** Polls one watch, if it is due. */
export const pollWatchJob = defineJob({
  name: 'monitoring.poll-watch',
  schema: z.object({ watchId: z.uuid(), group: z.string() }),
  retryLimit: 2,
  retryDelayMs: 5_000,
  expireMs: HALF_HOUR_MS,
  groupOf: ({ group }) => group,
})

/** The watches that are due, longest overdue first. */
export async function findDue(
  deps: Pick<MonitoringDependencies, 'db' | 'clock'>,
  way: WatchName['way'] = 'poll',
): Promise<string[]> {
  return (await selectDueNow(deps, way)).map(({ id }) => id)
}

function selectDueNow({ db, clock }: Pick<MonitoringDependencies, 'db' | 'clock'>, way: WatchName['way']) {
  const due = { way, now: clock.now(), limit: DUE_MAX }
  return db.transaction(monitoringScope(), (tx) => selectDue(tx, due))
}

/** Enqueues a job for each watch that is due: one each, however many workers there are. */
export async function pollDue(deps: MonitoringDependencies): Promise<void> {
  const polls = await selectDueNow(deps, 'poll')
  const streams = await selectDueNow(deps, 'stream')
  const typed = new Set(deps.platformSources.flatMap(({ platform, own }) => (own === 'addresses' ? [platform] : [])))
  await deps.db.transaction(monitoringScope(), async (tx) => {
    for (const { id, keyProjectId } of streams) {
      await deps.jobs.enqueue(tx, listenWatchJob, { watchId: id, group: keyProjectId ?? EVERYBODY }, { key: id })
    }
    for (const { id, platform } of polls) {
      const group = typed.has(platform) ? TYPED : platform
      await deps.jobs.enqueue(tx, pollWatchJob, { watchId: id, group }, { key: id })
    }
  })
}
