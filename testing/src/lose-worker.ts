import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { systemClock } from '@leadlight/server/platform/clock'
import type { Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { createJobs, defineJob } from '@leadlight/server/platform/jobs'
import { silentLog, type Log } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'
import { until } from './until.ts'

/**
 * Ends the lease of the worker that runs such a job, as 4 seconds of silence would, and waits until another declares it
 * dead.
 */
export async function loseWorkerOf({ pool }: Pick<Database, 'pool'>, jobName: string): Promise<void> {
  const { rows } = await pool.query<{ worker_id: string }>(
    'select worker_id from job where name = $1 and worker_id is not null',
    [jobName],
  )
  // It may be renewed before anybody has seen that it expired.
  const lost = `update worker_lease set expires_at = clock_timestamp() where id = $1`
  await until(async () => (await pool.query(lost, [rows[0]?.worker_id])).rowCount === 0)
}

/** The same where there is no other worker: one without jobs declares it dead, and says so in `log`. */
export async function loseOnlyWorkerOf(database: Database, jobName: string, log: Log = silentLog): Promise<void> {
  const newId = createIds(systemClock, systemRandom)
  const bystander = createJobs({ database, log, clock: systemClock, newId })
  const nothing = { schema: z.object({}), retryLimit: 0, retryDelayMs: 1000, expireMs: 1000 }
  bystander.work(defineJob({ name: `test.${randomUUID()}`, ...nothing }), () => Promise.resolve())
  await bystander.start()
  await loseWorkerOf(database, jobName)
  await bystander.stop(0)
}
