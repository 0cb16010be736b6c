import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'
import { until } from '@leadlight/testing/until'
import { slept, systemClock } from '../clock.ts'
import { openDatabase, type Database } from '../database.ts'
import { createIds } from '../ids.ts'
import { LEASE_MS } from '../job-leases.ts'
import { createJobs, defineJob, type JobContext } from '../jobs.ts'
import { migrate } from '../migrate.ts'
import { systemRandom } from '../random.ts'
import { platformScope } from '../scopes.ts'

/** Each worker fills its slots with these, so that every worker has jobs to lose. */
const PLACES = 2
const OUTAGES = 2

const job = defineJob({
  name: 'test.outage',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 100,
  expireMs: 600_000,
})

/** A worker with a database of its own, as another process has. */
async function startWorker(databaseUrl: string, work: (context: JobContext) => Promise<void>) {
  const log = createCapturedLog()
  const failed: string[] = []
  const watch = { onWaited() {}, onFailed: (kind: string) => void failed.push(kind) }
  const database = await openDatabase({ databaseUrl, dataDir: '', poolMax: 3, log, clock: systemClock, watch })
  await migrate(database)
  const outcomes: string[] = []
  const jobs = createJobs({
    database,
    log,
    clock: systemClock,
    newId: createIds(systemClock, systemRandom),
    onOutcome: (_, outcome) => outcomes.push(outcome),
  })
  jobs.work(job, async (_, context) => work(context), { concurrency: PLACES })
  await jobs.start()
  onTestFinished(async () => {
    await jobs.stop(0)
    await database.close()
  })
  return { database, jobs, outcomes, failed }
}

async function countLosses({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ losses: number }>('select max(losses) as losses from job')
  return rows[0]?.losses ?? 0
}

test('an outage of the database counts as no loss of any job, and its jobs go on', async () => {
  const cluster = await startPostgresCluster()
  onTestFinished(() => cluster.stop())
  const { socketDir } = cluster
  await asSuperuser(socketDir, `create role ${TEST_ROLE} login`, `create database outage owner ${TEST_ROLE}`)
  const url = testDatabaseUrl(socketDir, 'outage')
  let running = 0
  const over = new AbortController()
  const work = async ({ signal }: JobContext) => {
    running += 1
    await slept(systemClock, 600_000, AbortSignal.any([signal, over.signal]))
    running -= 1
    signal.throwIfAborted()
  }
  const workers = [await startWorker(url, work), await startWorker(url, work)] as const
  const [{ database, jobs }] = workers
  const all = workers.length * PLACES
  await database.db.transaction(platformScope(), async (tx) => {
    for (let n = 0; n < all; n += 1) await jobs.enqueue(tx, job, {})
  })
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    await until(() => running === all)
    await cluster.halt()
    // By then every lease has expired before anybody can check.
    await systemClock.sleep(LEASE_MS + 500)
    expect(jobs.findProblem()).toBeDefined()
    await cluster.resume()
    await until(async () => (await database.checkReady()).ready)
    await until(() => running === all)
    await until(() => jobs.findProblem() === undefined)
    expect(await countLosses(database)).toBe(0)
  }
  for (const { failed } of workers) expect(failed).toContain('away')
  over.abort()
  await until(() => workers.flatMap(({ outcomes }) => outcomes).filter((each) => each === 'done').length === all)
  expect(workers.flatMap(({ outcomes }) => outcomes)).not.toContain('dead')
})
