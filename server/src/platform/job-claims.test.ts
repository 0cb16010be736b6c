import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from './clock.ts'
import { createIds } from './ids.ts'
import { createJobs, defineJob, type JobContext, type Jobs } from './jobs.ts'
import { silentLog } from './log.ts'
import { systemRandom } from './random.ts'
import { organizationScope } from './scopes.ts'

const database = await openTestDatabase()
const scope = organizationScope(randomUUID())

function newJob() {
  return defineJob({
    name: `test.${randomUUID()}`,
    schema: z.object({ group: z.string(), n: z.number() }),
    retryLimit: 0,
    retryDelayMs: 20,
    expireMs: 30_000,
    groupOf: ({ group }) => group,
  })
}

type Work = ReturnType<typeof newJob>

/** A worker process as far as the database can tell. */
function newJobs(): Jobs {
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId })
  onTestFinished(() => jobs.stop(0))
  return jobs
}

/** What runs now and what has ended, with a gate a job that lets its run end. `isStubborn` jobs never make room. */
function newBoard({ isStubborn = false } = {}) {
  const running = new Map<string, { context: JobContext; end: () => void }>()
  const ended: string[] = []
  return {
    running,
    ended,
    names: () => [...running.keys()].toSorted(),
    run: async ({ group, n }: { group: string; n: number }, context: JobContext): Promise<'again' | void> => {
      const name = `${group}${n}`
      const told = new AbortController()
      running.set(name, { context, end: () => told.abort() })
      const over = AbortSignal.any([told.signal, context.signal])
      try {
        while (!over.aborted) {
          if (!isStubborn && (await context.isCrowding())) return 'again'
          await systemClock.sleep(5)
        }
        ended.push(name)
      } finally {
        running.delete(name)
      }
    },
  }
}

function enqueueAll(jobs: Jobs, job: Work, names: readonly string[]): Promise<void> {
  return database.db.transaction(scope, async (tx) => {
    for (const name of names) await jobs.enqueue(tx, job, { group: name[0] ?? '', n: Number(name.slice(1)) })
  })
}

test('a place goes to the group that has the fewest, however many jobs another put before it', async () => {
  const job = newJob()
  const jobs = newJobs()
  const board = newBoard()
  jobs.work(job, board.run, { concurrency: 3 })
  const elsewhere = newJobs()
  await elsewhere.start()
  await enqueueAll(elsewhere, job, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  await jobs.start()
  await until(() => board.running.size === 3)
  expect(board.names()).toEqual(['a1', 'b1', 'c1'])
  board.running.get('c1')?.end()
  await until(() => board.ended.length === 1 && board.running.size === 3)
  expect(board.names().map(([group]) => group)).toEqual(['a', 'a', 'b'])
  board.running.get('b1')?.end()
  await until(() => board.ended.length === 2 && board.running.has('b2') && board.running.size === 3)
  expect(board.names().map(([group]) => group)).toEqual(['a', 'a', 'b'])
})

test('a group takes every place while no other has work, and makes room once one has', async () => {
  const job = newJob()
  const jobs = newJobs()
  const board = newBoard()
  jobs.work(job, board.run, { concurrency: 3 })
  await jobs.start()
  await enqueueAll(jobs, job, ['a1', 'a2', 'a3', 'a4'])
  await until(() => board.running.size === 3)
  expect(board.names()).toEqual(['a1', 'a2', 'a3'])
  await enqueueAll(jobs, job, ['b1', 'b2'])
  await until(() => board.running.has('b1') && board.running.size === 3)
  await systemClock.sleep(300)
  expect(board.names().map(([group]) => group)).toEqual(['a', 'a', 'b'])
  // What made room runs again, as its first attempt, and each ends once: with `retryLimit` 0 a failure would have ended it.
  const attempts = new Set<number>()
  await until(() => {
    for (const { context, end } of board.running.values()) {
      attempts.add(context.attempt)
      end()
    }
    return board.ended.length === 6
  })
  expect([...attempts]).toEqual([1])
  expect(board.ended.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'])
})

test('workers that look for work at the same moment share it out as one would', async () => {
  for (let round = 0; round < 5; round += 1) {
    const job = newJob()
    const board = newBoard({ isStubborn: true })
    const elsewhere = newJobs()
    await elsewhere.start()
    await enqueueAll(elsewhere, job, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1'])
    const workers = Array.from({ length: 4 }, newJobs)
    for (const jobs of workers) jobs.work(job, board.run)
    await Promise.all(workers.map((jobs) => jobs.start()))
    await until(() => board.running.size === 4)
    expect(board.names()).toEqual(['a1', 'b1', 'c1', 'd1'])
    await Promise.all(workers.map((jobs) => jobs.stop(0)))
  }
})

test('the jobs that a stopping worker hands back are shared out like any others', async () => {
  const job = newJob()
  const dying = newJobs()
  const dead = newBoard()
  dying.work(job, dead.run, { concurrency: 2 })
  await dying.start()
  await enqueueAll(dying, job, ['a1', 'a2'])
  await until(() => dead.running.size === 2)
  // Hands both back, in the same way as the others do for a worker that died.
  await dying.stop(0)
  const board = newBoard()
  const living = newJobs()
  await living.start()
  await enqueueAll(living, job, ['b1'])
  const worker = newJobs()
  worker.work(job, board.run, { concurrency: 2 })
  await worker.start()
  await until(() => board.running.size === 2)
  expect(board.names()).toEqual(['a1', 'b1'])
})
