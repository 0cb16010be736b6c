import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { loseOnlyWorkerOf, loseWorkerOf } from '@leadlight/testing/lose-worker'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from './clock.ts'
import { AppError } from './errors.ts'
import { createIds } from './ids.ts'
import { listDeadLetters } from './job-dead-letters.ts'
import { LOSSES_MAX } from './job-leases.ts'
import { createJobs, defineJob, type JobContext, type Jobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { systemRandom } from './random.ts'
import { organizationScope, platformScope } from './scopes.ts'

const database = await openTestDatabase()
const { db } = database
const scope = organizationScope(randomUUID())

const payload = z.object({ n: z.number().optional() })

function newJob(more: { retryLimit?: number; retryDelayMs?: number; expireMs?: number } = {}) {
  return defineJob({
    name: `test.${randomUUID()}`,
    schema: payload,
    retryLimit: 2,
    retryDelayMs: 20,
    expireMs: 30_000,
    ...more,
  })
}

/** A worker process as far as the database can tell. */
function newJobs(outcomes: string[] = [], log = silentLog): Jobs {
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({
    database,
    log,
    clock: systemClock,
    newId,
    onOutcome: (_, outcome) => outcomes.push(outcome),
  })
  onTestFinished(() => jobs.stop(0))
  return jobs
}

/** Runs until aborted, as a well-behaved long job does. */
async function linger({ signal }: JobContext): Promise<void> {
  await systemClock.sleep(60_000, signal)
}

async function deadLetterOf(name: string) {
  const letters = await db.transaction(platformScope(), (tx) => listDeadLetters(tx, 100))
  return letters.find((letter) => letter.jobName === name)
}

test('a worker whose lease was taken aborts its runs, and the job runs again elsewhere', async () => {
  const job = newJob({ retryLimit: 0 })
  const outcomes: string[] = []
  const runs: { attempt: number; signal: AbortSignal }[] = []
  const workers = [newJobs(outcomes), newJobs(outcomes)]
  for (const jobs of workers) {
    jobs.work(job, async (_, context) => {
      runs.push(context)
      if (context.attempt === 1) await linger(context)
    })
    await jobs.start()
  }
  await db.transaction(scope, (tx) => workers[0]!.enqueue(tx, job, {}))
  await until(() => runs.length === 1)
  await loseWorkerOf(database, job.name)
  await until(() => runs.length === 2 && outcomes.includes('done'))
  await until(() => runs[0]?.signal.aborted)
  expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(outcomes.toSorted()).toEqual(['done', 'taken_back'])
})

test(`a job that outlives ${LOSSES_MAX} workers lies with the dead letters`, async () => {
  const job = newJob({ retryLimit: 50 })
  const log = createCapturedLog()
  const jobs = newJobs([], log)
  const attempts: number[] = []
  jobs.work(job, async (_, context) => {
    attempts.push(context.attempt)
    await linger(context)
  })
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  for (let lost = 1; lost <= LOSSES_MAX; lost += 1) {
    await until(() => attempts.length === lost)
    await loseOnlyWorkerOf(database, job.name, log)
  }
  expect(await until(() => deadLetterOf(job.name))).toMatchObject({
    error: { message: `Its worker ended during the run ${LOSSES_MAX} times, and it got no further in between.` },
  })
  expect(attempts).toEqual([1, 2, 3, 4, 5])
  const said = await until(() => {
    const lines = log.lines.filter(({ fields }) => fields.job === job.name)
    return lines.length >= LOSSES_MAX && lines
  })
  const takenBack = { level: 'warn', message: 'A job was taken back from a worker that did not finish it.' }
  const dead = { level: 'error', message: 'A job outlived too many workers and went to the dead letters.' }
  expect(said.map(({ level, message }) => ({ level, message }))).toEqual([
    ...Array.from({ length: LOSSES_MAX - 1 }, () => takenBack),
    dead,
  ])
})

test('a job that gets further after each loss outlives any number of workers', async () => {
  const job = newJob({ retryLimit: 0 })
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const attempts: number[] = []
  jobs.work(job, async (_, context) => {
    await context.progressed()
    attempts.push(context.attempt)
    if (attempts.length <= 2 * LOSSES_MAX) await linger(context)
  })
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  for (let lost = 1; lost <= 2 * LOSSES_MAX; lost += 1) {
    await until(() => attempts.length === lost)
    await loseOnlyWorkerOf(database, job.name)
  }
  await until(() => outcomes.includes('done'))
  expect(await deadLetterOf(job.name)).toBeUndefined()
  // Of what it lost before it got further, no run knows but the next.
  expect(attempts).toEqual([1, ...Array.from({ length: 2 * LOSSES_MAX }, () => 2)])
})

test('a job ends for good by its failures alone, not by the workers it lost', async () => {
  const job = newJob({ retryLimit: 1, retryDelayMs: 1 })
  const jobs = newJobs()
  const ends: boolean[] = []
  let runs = 0
  jobs.work(job, async (_, context) => {
    runs += 1
    if (runs <= 2) return linger(context)
    const error = new Error('no luck')
    ends.push(context.endsWith(error))
    throw error
  })
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  for (let lost = 1; lost <= 2; lost += 1) {
    await until(() => runs === lost)
    await loseOnlyWorkerOf(database, job.name)
  }
  await until(() => deadLetterOf(job.name))
  expect(ends).toEqual([false, true])
})

test('a job that misses the database runs again, and that is no failure of its own', async () => {
  const job = newJob({ retryLimit: 0, retryDelayMs: 1 })
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const ends: boolean[] = []
  jobs.work(job, async (_, { endsWith }) => {
    const away = new AppError('unavailable', 'database_away', 'The database cannot be reached right now.')
    ends.push(endsWith(away))
    if (ends.length <= 3) throw away
  })
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  await until(() => outcomes.includes('done'))
  expect(outcomes).toEqual(['again', 'again', 'again', 'done'])
  expect(ends).toEqual([false, false, false, false])
})

test('a job that misses somebody else than the database has failed', async () => {
  const job = newJob({ retryLimit: 0 })
  const jobs = newJobs()
  jobs.work(job, () => Promise.reject(Object.assign(new Error('no mail server'), { code: 'ECONNREFUSED' })))
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  expect(await until(() => deadLetterOf(job.name))).toMatchObject({ error: { message: 'no mail server' } })
})

test('what is said of a job that was taken back names what it was about, and nobody', async () => {
  const { name, retryLimit, retryDelayMs, expireMs } = newJob()
  const schema = z.object({ searchId: z.uuid(), to: z.string() })
  const about = defineJob({ name, schema, retryLimit, retryDelayMs, expireMs })
  const log = createCapturedLog()
  const outcomes: string[] = []
  const jobs = newJobs(outcomes, log)
  const worker = newJobs()
  const searchId = randomUUID()
  worker.work(about, (_, context) => linger(context))
  jobs.work(newJob(), () => Promise.resolve())
  for (const each of [worker, jobs]) await each.start()
  await db.transaction(scope, (tx) => worker.enqueue(tx, about, { searchId, to: 'rosa@example.com' }))
  await until(
    async () =>
      (await database.pool.query('select from job where name = $1 and worker_id is not null', [about.name])).rowCount,
  )
  await loseWorkerOf(database, about.name)
  const line = await until(() => log.lines.find(({ fields }) => fields['job'] === about.name))
  expect(line.message).toBe('A job was taken back from a worker that did not finish it.')
  expect(line.fields).toEqual({ job: about.name, jobId: expect.any(String), searchId, losses: 1 })
  expect(outcomes).toEqual(['taken_back'])
})
