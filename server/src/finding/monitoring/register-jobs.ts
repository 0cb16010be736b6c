import { POLLS_KEPT_DAYS } from '@leadlight/domain/monitoring'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { drawPosts } from './draw-posts.ts'
import { deleteDrawsBefore } from './draw-store.ts'
import { dropOverflow } from './drop-overflow.ts'
import { judgeWaitingJob, refreshListeningJob } from './judge-job.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { refreshListening, refreshStaleListening } from './refresh-listening.ts'
import { listenWatchJob } from './listen-job.ts'
import { listenWatch } from './listen-watch.ts'
import { deletePollsBefore } from './poll-store.ts'
import { selectListeningProjects } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { pollDue, pollWatchJob } from './poll-due.ts'
import { pollWatch } from './poll-watch.ts'
import { deleteChangesBefore, selectOffered, setOffered } from './state-store.ts'
import { deleteTimeRangesBefore } from './time-range-store.ts'
import { notifyListenersOfState, notifyListenersJob } from './notify-listeners.ts'
import { wakeJudges } from './wake-judges.ts'
import { deleteUnwatched } from './watch-store.ts'

const POLLS_AT_ONCE = 6
/** Each is idle most of the time. */
const STREAMS_AT_ONCE = 50
const ORGANIZATIONS_AT_ONCE = 4
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DUE_EVERY_MS = 15 * SECOND_MS
const TIDY_EVERY_MS = 10 * MINUTE_MS
const DRAW_EVERY_MS = 20 * MINUTE_MS
const CHANGES_KEPT_MS = 60 * MINUTE_MS
const LOOKS_KEPT_MS = POLLS_KEPT_DAYS * 24 * 60 * MINUTE_MS

const once = { schema: z.object({}), retryLimit: 0, retryDelayMs: SECOND_MS, expireMs: MINUTE_MS }
const pollDueJob = defineJob({ name: 'monitoring.poll-due', ...once })
/** Resumes what no job works on, as after a crash. Posts waiting for credits are left to the tidying job. */
const wakeJob = defineJob({ name: 'monitoring.wake', ...once })
const drawJob = defineJob({ name: 'monitoring.draw', ...once, expireMs: DRAW_EVERY_MS })
const tidyJob = defineJob({ name: 'monitoring.tidy', ...once, expireMs: TIDY_EVERY_MS })

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerMonitoringJobs(deps: MonitoringDependencies): void {
  const { jobs } = deps
  jobs.every(pollDueJob, Math.min(DUE_EVERY_MS, deps.everyMs))
  jobs.work(pollDueJob, async () => {
    try {
      await refreshStaleListening(deps)
    } finally {
      // Sources are polled whatever happens to one project.
      await pollDue(deps)
    }
  })
  jobs.work(pollWatchJob, ({ watchId }, { signal }) => pollWatch(deps, { watchId, signal }), {
    concurrency: POLLS_AT_ONCE,
  })
  jobs.work(listenWatchJob, ({ watchId }, { signal, leaving }) => listenWatch(deps, { watchId, signal, leaving }), {
    concurrency: STREAMS_AT_ONCE,
  })
  jobs.work(
    judgeWaitingJob,
    async ({ organizationId }, { signal, isCrowding }) =>
      (await judgeWaiting(deps, { organizationId, signal, mustMakeRoom: isCrowding })) ? undefined : 'again',
    { concurrency: ORGANIZATIONS_AT_ONCE },
  )
  jobs.work(notifyListenersJob, ({ watchId }) => notifyListenersOfState(deps, watchId))
  jobs.work(refreshListeningJob, async (project) => {
    await refreshListening(deps, project)
    await pollDue(deps)
  })
  jobs.every(wakeJob, 15 * SECOND_MS)
  jobs.work(wakeJob, () => wakeJudges(deps, { withPaused: false }))
  jobs.every(drawJob, DRAW_EVERY_MS)
  jobs.work(drawJob, (_, { signal }) => drawPosts(deps, signal))
  jobs.every(tidyJob, TIDY_EVERY_MS)
  jobs.work(tidyJob, async () => {
    await wakeJudges(deps, { withPaused: true })
    await tidy(deps)
  })
}

async function tidy(deps: MonitoringDependencies): Promise<void> {
  await oneByOne([followOffer, dropOverflow, forgetOld], (step) => step(deps))
}

/** Updates what projects listen to when the installation's sources have changed. */
async function followOffer(deps: MonitoringDependencies): Promise<void> {
  const offered = createHash('sha256')
    .update(JSON.stringify([deps.platformSources, deps.streamed]))
    .digest('hex')
  if ((await deps.db.transaction(monitoringScope(), selectOffered)) === offered) return
  const projects = await deps.db.transaction(monitoringScope(), selectListeningProjects)
  await oneByOne(projects, (project) => refreshListening(deps, project))
  await deps.db.transaction(monitoringScope(), (tx) => setOffered(tx, offered))
}

/** Deletes records that nobody needs any more. */
async function forgetOld(deps: MonitoringDependencies): Promise<void> {
  await deps.db.transaction(monitoringScope(), async (tx) => {
    const before = new Date(deps.clock.now().getTime() - LOOKS_KEPT_MS)
    await deletePollsBefore(tx, before)
    await deleteTimeRangesBefore(tx, before)
    await deleteDrawsBefore(tx, before)
    await deleteUnwatched(tx)
    await deleteChangesBefore(tx, new Date(deps.clock.now().getTime() - CHANGES_KEPT_MS))
  })
}
