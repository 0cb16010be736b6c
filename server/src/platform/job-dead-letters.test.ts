import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { systemClock } from './clock.ts'
import { createIds } from './ids.ts'
import { listDeadLetters, resendDeadLetters } from './job-dead-letters.ts'
import { createJobs, defineJob } from './jobs.ts'
import { silentLog } from './log.ts'
import { systemRandom } from './random.ts'
import { platformScope } from './scopes.ts'

const database = await openTestDatabase()
const { db } = database
const newId = createIds(systemClock, systemRandom)

function newJob() {
  return defineJob({
    name: `test.${randomUUID()}`,
    schema: z.object({}),
    retryLimit: 0,
    retryDelayMs: 20,
    expireMs: 30_000,
  })
}

function newJobs(outcomes: string[] = []) {
  const onOutcome = (_: string, outcome: string) => outcomes.push(outcome)
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId, onOutcome })
  onTestFinished(() => jobs.stop(0))
  return jobs
}

test('a job dies of an error whose text PostgreSQL cannot keep as it is', async () => {
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const job = newJob()
  const cut = '😀'.slice(0, 1)
  jobs.work(job, () => Promise.reject(new Error(`a\0b${cut}`)))
  await jobs.start()
  await db.transaction(platformScope(), (tx) => jobs.enqueue(tx, job, {}))
  await until(() => outcomes.includes('dead'))
  const [letter] = await db.transaction(platformScope(), (tx) => listDeadLetters(tx, 1, job))
  expect(letter?.error).toMatchObject({ message: 'a\uFFFDb\uFFFD' })
})

test('dead letters are listed newest first, of all jobs or of one alone', async () => {
  const outcomes: string[] = []
  const jobs = newJobs(outcomes)
  const dying = [newJob(), newJob()] as const
  for (const job of dying) jobs.work(job, () => Promise.reject(new Error('Never.')))
  await jobs.start()
  for (const [index, job] of dying.entries()) {
    await db.transaction(platformScope(), (tx) => jobs.enqueue(tx, job, {}))
    await until(() => outcomes.filter((outcome) => outcome === 'dead').length === index + 1)
  }
  const listed = async (limit: number, ofJob?: { name: string }) =>
    (await db.transaction(platformScope(), (tx) => listDeadLetters(tx, limit, ofJob))).map(({ jobName }) => jobName)
  expect(await listed(2)).toEqual([dying[1].name, dying[0].name])
  expect(await listed(1, dying[0])).toEqual([dying[0].name])
})

test('a dead letter that is sent again is told with the time at which it died', async () => {
  const { name } = newJob()
  const sent = await db.transaction(platformScope(), async (tx) => {
    await sql`
      insert into job (name, payload, state, created_at, died_at)
      values (${name}, '{}', 'dead', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')`.execute(tx)
    return resendDeadLetters(tx, { name, limit: 1, isOldTaken: true })
  })
  expect(sent).toMatchObject([{ jobName: name, diedAt: new Date('2026-01-02T00:00:00Z') }])
})

test('a dead letter is kept for 90 days, and a job that nobody runs for 14', async () => {
  const [dead, waiting] = [newJob(), newJob()]
  const insert = (name: string, values: string) =>
    db.transaction(platformScope(), (tx) =>
      sql`insert into job (name, payload, state, died_at, start_after)
        select ${name}, to_jsonb(days), ${sql.raw(values)} from unnest(array[13, 15, 89, 91]) days`.execute(tx),
    )
  await insert(dead.name, `'dead', now() - days * interval '1 day', now() - interval '1 year'`)
  await insert(waiting.name, `'waiting', null, now() - days * interval '1 day'`)
  const jobs = newJobs()
  jobs.work(newJob(), () => Promise.resolve())
  await jobs.start()
  const kept = async (name: string) =>
    (await database.pool.query<{ payload: number }>('select payload from job where name = $1 order by 1', [name])).rows
  await until(async () => (await kept(dead.name)).length < 4)
  expect((await kept(dead.name)).map(({ payload }) => payload)).toEqual([13, 15, 89])
  expect((await kept(waiting.name)).map(({ payload }) => payload)).toEqual([13])
})
