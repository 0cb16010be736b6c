import { monitoringScope } from '../../platform/scopes.ts'
import { judgeWaitingJob } from './judge-job.ts'
import { selectOrganizationsAtWork } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

/** Enqueues judging for everything that waits; posts waiting for credits are included only on request. */
export async function wakeJudges(
  { db, jobs }: Pick<MonitoringDependencies, 'db' | 'jobs'>,
  which: { withPaused: boolean },
): Promise<void> {
  await db.transaction(monitoringScope(), async (tx) => {
    for (const organizationId of await selectOrganizationsAtWork(tx, which)) {
      await jobs.enqueue(tx, judgeWaitingJob, { organizationId }, { key: organizationId })
    }
  })
}
