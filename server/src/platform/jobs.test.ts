// Also on the embedded database: leases and wake-ups go through one connection.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from './clock.ts'
import type { Database } from './database.ts'
import { createIds } from './ids.ts'
import { listDeadLetters } from './job-dead-letters.ts'
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
function newJobs(outcomes: string[] = [], on: Database = database): Jobs {
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({
    database: on,
    log: silentLog,
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

test('a process says whether it takes jobs, and why not', async () => {
  const jobs = newJobs()
  expect(jobs.findProblem()).toBe('It takes no jobs.')
  jobs.work(newJob(), () => Promise.resolve())
  await jobs.start()
  expect(jobs.findProblem()).toBeUndefined()
  const stopped = jobs.stop(0)
  expect(jobs.findProblem()).toBe('It stops, and takes no more jobs.')
  await stopped
  expect(jobs.findProblem()).toBe('It takes no jobs.')
})

test('a process that runs no jobs is no worker, and puts them down for others', async () => {
  const workers = () => database.pool.query<{ id: string }>('select id from worker_lease order by id')
  const before = (await workers()).rows
  const jobs = newJobs()
  await jobs.start()
  expect((await workers()).rows).toEqual(before)
  const job = newJob()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  const { rows } = await database.pool.query('select from job where name = $1', [job.name])
  expect(rows).toHaveLength(1)
})

test('a job that needs a payload cannot run by the clock', () => {
  const job = { ...newJob(), schema: z.object({ n: z.number() }) }
  expect(() => newJobs().every(job, 1000)).toThrow('n')
})

test('a job exists only once its transaction commits', async () => {
  const job = newJob()
  const jobs = newJobs()
  const seen: (number | undefined)[] = []
  jobs.work(job, async ({ n }) => void seen.push(n))
  await jobs.start()
  const failing = db.transaction(scope, async (tx) => {
    await jobs.enqueue(tx, job, { n: 1 })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, { n: 2 }))
  await until(() => seen.length > 0)
  await systemClock.sleep(600)
  expect(seen).toEqual([2])
})

test('of a job that is done nothing is kept', async () => {
  const job = newJob()
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  jobs.work(job, () => Promise.resolve())
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  await until(() => outcomes.includes('done'))
  expect((await database.pool.query('select from job where name = $1', [job.name])).rows).toEqual([])
})

test('a failing job is tried again with growing waits, then lies with the dead letters', async () => {
  const job = newJob({ retryLimit: 2, retryDelayMs: 50 })
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const attempts: { attempt: number; atMs: number }[] = []
  jobs.work(job, async (_, { attempt }) => {
    attempts.push({ attempt, atMs: Date.now() })
    throw new TypeError(`no luck ${attempt}`)
  })
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, { n: 7 }))
  const letter = await until(() => deadLetterOf(job.name))
  expect(letter).toMatchObject({ payload: { n: 7 }, error: { name: 'TypeError', message: 'no luck 3' } })
  expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  expect(attempts[1]!.atMs - attempts[0]!.atMs).toBeGreaterThanOrEqual(50)
  expect(attempts[2]!.atMs - attempts[1]!.atMs).toBeGreaterThanOrEqual(100)
  expect(outcomes).toEqual(['failed', 'failed', 'dead'])
})

test('one job per key waits or runs; the next may come when it ended', async () => {
  const job = newJob()
  const jobs = newJobs()
  const seen: (number | undefined)[] = []
  const gate = Promise.withResolvers<void>()
  jobs.work(job, async ({ n }) => {
    seen.push(n)
    await gate.promise
  }, { concurrency: 5 }) // oxfmt-ignore
  await jobs.start()
  const enqueue = (n: number, key: string) => db.transaction(scope, (tx) => jobs.enqueue(tx, job, { n }, { key }))
  await Promise.all([enqueue(1, 'a'), enqueue(1, 'a'), enqueue(1, 'a')])
  await until(() => seen.length === 1)
  await enqueue(2, 'a')
  await enqueue(3, 'b')
  await until(() => seen.length === 2)
  await systemClock.sleep(600)
  expect(seen).toEqual([1, 3])
  gate.resolve()
  await until(async () => {
    await enqueue(4, 'a')
    return seen.includes(4)
  })
})

test('a job that runs again sees what was written while it ran, once', async () => {
  const job = { ...newJob(), runsAgain: true }
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const gate = Promise.withResolvers<void>()
  let runs = 0
  jobs.work(job, async () => {
    runs += 1
    if (runs === 1) await gate.promise
  })
  await jobs.start()
  const enqueue = (work = () => Promise.resolve()) =>
    db.transaction(scope, async (tx) => {
      await jobs.enqueue(tx, job, {}, { key: 'a' })
      await work()
    })
  await enqueue()
  await until(() => runs === 1)
  // Asked for twice while it runs, the second time by somebody who has not committed yet when it ends.
  await enqueue()
  await enqueue(async () => {
    gate.resolve()
    await systemClock.sleep(300)
    expect(runs).toBe(1)
  })
  await until(() => outcomes.length === 2)
  await systemClock.sleep(600)
  expect({ runs, outcomes }).toEqual({ runs: 2, outcomes: ['done', 'done'] })
  await enqueue()
  await until(() => runs === 3)
})

test('a delayed job waits', async () => {
  const job = newJob()
  const jobs = newJobs()
  const at: number[] = []
  jobs.work(job, async () => void at.push(Date.now()))
  await jobs.start()
  const from = Date.now()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}, { startAfterMs: 700 }))
  await until(() => at.length === 1)
  expect(at[0]! - from).toBeGreaterThanOrEqual(700)
})

test('a job enqueued elsewhere is looked for again and again', async () => {
  const job = newJob()
  const elsewhere = newJobs()
  await elsewhere.start()
  const worker = newJobs()
  const waitsMs: number[] = []
  worker.work(job, async ({ n = 0 }) => void waitsMs.push(Date.now() - n))
  await worker.start()
  for (let i = 0; i < 5; i += 1) {
    await db.transaction(scope, (tx) => elsewhere.enqueue(tx, job, { n: Date.now() }))
    await until(() => waitsMs.length === i + 1)
  }
  expect(waitsMs.toSorted((a, b) => a - b)[2]).toBeLessThan(5_000)
})

/** The database as somebody sees it whose connection breaks when the first job was theirs, before they heard of it. */
function breakingOnce(): Database {
  let isBroken = false
  const transaction: Database['db']['transaction'] = async (scopeOf, work) => {
    const answer = await db.transaction(scopeOf, work)
    const hasTaken = Array.isArray(answer) && answer.length > 0
    if (isBroken || !hasTaken) return answer
    isBroken = true
    throw new Error('The connection broke after the commit.')
  }
  return { ...database, db: { ...db, transaction } }
}

test('a job that a worker took without hearing of it is taken back and run', async () => {
  const job = newJob()
  const outcomes: string[] = []
  const jobs = newJobs(outcomes, breakingOnce())
  let runs = 0
  jobs.work(job, async () => void (runs += 1))
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  await until(() => outcomes.includes('done'))
  expect({ runs, outcomes }).toEqual({ runs: 1, outcomes: ['taken_back', 'done'] })
})

test('a schedule runs once per interval over all workers', async () => {
  const job = newJob()
  const from = Date.now()
  let runs = 0
  for (const jobs of [newJobs(), newJobs()]) {
    jobs.work(job, async () => void (runs += 1))
    jobs.every(job, 1000)
    await jobs.start()
  }
  await until(() => runs >= 5)
  // So many intervals were touched in the meantime, the first and the last of them in part.
  expect(runs).toBeLessThanOrEqual((Date.now() - from) / 1000 + 2)
})

test('a job that takes too long is aborted and counts as failed', async () => {
  const job = newJob({ retryLimit: 0, expireMs: 200 })
  const jobs = newJobs()
  jobs.work(job, (_, context) => linger(context))
  await jobs.start()
  await db.transaction(scope, (tx) => jobs.enqueue(tx, job, {}))
  expect(await until(() => deadLetterOf(job.name))).toMatchObject({
    error: { message: 'The job took longer than 200 ms.' },
  })
})

test('a payload that the job no longer understands goes to the dead letters at once', async () => {
  const loose = newJob({ retryLimit: 5, retryDelayMs: 60_000 })
  const { name, retryLimit, retryDelayMs, expireMs } = loose
  const strict = defineJob({ name, retryLimit, retryDelayMs, expireMs, schema: z.object({ mustHave: z.string() }) })
  const jobs = newJobs()
  jobs.work(strict, async () => {})
  await jobs.start()
  await expect(db.transaction(scope, (tx) => jobs.enqueue(tx, strict, {} as never))).rejects.toThrow(z.ZodError)
  await db.transaction(scope, (tx) => jobs.enqueue(tx, loose, {}))
  await until(() => deadLetterOf(loose.name))
})

test('a stopping worker finishes what it can and hands back the rest, at no cost to the job', async () => {
  const quick = newJob()
  const slow = newJob({ retryLimit: 0 })
  const stopping = newJobs()
  const done: string[] = []
  let begun = 0
  stopping.work(quick, async () => {
    begun += 1
    await systemClock.sleep(300)
    done.push('quick')
  })
  let isAborted = false
  stopping.work(slow, async (_, { signal }) => {
    begun += 1
    signal.addEventListener('abort', () => (isAborted = true))
    await systemClock.sleep(60_000, signal)
  })
  await stopping.start()
  await db.transaction(scope, async (tx) => {
    await stopping.enqueue(tx, quick, {})
    await stopping.enqueue(tx, slow, {})
  })
  await until(() => begun === 2)
  const from = Date.now()
  await stopping.stop(1500)
  expect(Date.now() - from).toBeLessThan(50_000)
  expect(done).toEqual(['quick'])
  expect(isAborted).toBe(true)
  const next = newJobs()
  next.work(slow, async (_, { attempt }) => void done.push(`slow ${attempt}`))
  await next.start()
  await until(() => done.length === 2)
  expect(done).toEqual(['quick', 'slow 1'])
})

test('a job without an end hears at once that its worker is to stop, and goes on elsewhere', async () => {
  const endless = newJob({ retryLimit: 0 })
  const attempts: number[] = []
  const work = async (_: unknown, { leaving, attempt }: JobContext) => {
    attempts.push(attempt)
    await new Promise((resolve) => leaving.addEventListener('abort', resolve))
    return 'again' as const
  }
  const [first, second] = [newJobs(), newJobs()]
  for (const jobs of [first, second]) jobs.work(endless, work)
  await first.start()
  await db.transaction(scope, (tx) => first.enqueue(tx, endless, {}))
  await until(() => attempts.length === 1)
  const from = Date.now()
  await first.stop(150_000)
  expect(Date.now() - from).toBeLessThan(60_000)
  await second.start()
  await until(() => attempts.length === 2)
  expect(attempts).toEqual([1, 1])
})
