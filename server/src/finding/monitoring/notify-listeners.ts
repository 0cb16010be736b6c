import { z } from 'zod'
import { announce } from '../../core/events/announce.ts'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectProjectsOf, selectWatch, type WatchRow } from './watch-store.ts'

/** Writers of a project's events wait for each other, so each transaction covers few projects. */
const TOLD_AT_ONCE = 100
const MINUTE_MS = 60_000

export const notifyListenersJob = defineJob({
  name: 'monitoring.tell-listeners',
  schema: z.object({ watchId: z.uuid() }),
  retryLimit: 3,
  retryDelayMs: 1_000,
  expireMs: 30 * MINUTE_MS,
  runsAgain: true,
})

/** Emits to every listening project that a source fails or works again. */
export async function notifyListeners(
  tx: Tx,
  { jobs }: Pick<MonitoringDependencies, 'jobs'>,
  watch: Pick<WatchRow, 'id'>,
): Promise<void> {
  await jobs.enqueue(tx, notifyListenersJob, { watchId: watch.id }, { key: watch.id })
}

/** Emits a watch's current state to its projects, some at a time. */
export async function notifyListenersOfState(
  { db, clock }: Pick<MonitoringDependencies, 'db' | 'clock'>,
  watchId: string,
): Promise<void> {
  let after: string | undefined
  do {
    after = await db.transaction(monitoringScope(), async (tx) => {
      const watch = await selectWatch(tx, watchId)
      if (!watch) return undefined
      const projects = await selectProjectsOf(tx, watchId, { after, limit: TOLD_AT_ONCE })
      const { platform, source, error } = watch
      const payload = { type: 'source' as const, platform, source, error }
      const now = clock.now()
      await pipelineStatements(
        projects.map(({ organizationId, projectId }) => announce(tx, organizationId, { projectId, payload, now })),
      )
      return projects.length === TOLD_AT_ONCE ? projects.at(-1)?.projectId : undefined
    })
  } while (after !== undefined)
}
