import { monitoringScope } from '../../platform/scopes.ts'
import { judgeWaitingJob } from './judge-job.ts'
import { selectOrganizationsAtWork } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

/** Has everything judged that waits for it; what waits for money only where it is asked for. */
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
