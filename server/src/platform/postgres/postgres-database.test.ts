import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startVictim } from '@leadlight/testing/start-victim'
import { asSuperuser } from '@leadlight/testing/test-database-setup'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { limitStatements } from '../limit-statements.ts'
import { systemClock } from '../clock.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../database.ts'
import { createIds } from '../ids.ts'
import { createJobs, defineJob } from '../jobs.ts'
import { silentLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { systemRandom } from '../random.ts'
import { installationScope, loginScope } from '../scopes.ts'

async function open(where: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  return database
}

function socketDir(): string {
  const origin = inject('databaseOrigin')
  if (origin.kind !== 'postgres') throw new Error('These tests are about PostgreSQL.')
  return origin.socketDir
}

/** Ends every connection to the database of `where`, as a restarting server does. */
async function hangUp(where: DatabaseOptions): Promise<void> {
  const name = new URL(where.databaseUrl ?? '').pathname.slice(1)
  await asSuperuser(socketDir(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

test('lost connections are replaced, whether idle or in a transaction', async () => {
  const where = await createTestDatabase()
  const { db, pool } = await open(where)
  const one = () => db.transaction(loginScope(), async (tx) => (await sql`select 1 as one`.execute(tx)).rows)
  await Promise.all([one(), one(), one()])
  await hangUp(where)
  await until(() => pool.totalCount === 0)
  expect(await one()).toEqual([{ one: 1 }])
  const cut = db.transaction(loginScope(), async (tx) => {
    await hangUp(where)
    await systemClock.sleep(50)
    return sql`select 1`.execute(tx)
  })
  await expect(cut).rejects.toMatchObject({ name: 'AppError', kind: 'unavailable', code: 'database_away' })
  expect(await one()).toEqual([{ one: 1 }])
})

test('statements are prepared for transactions that ask for it, on a connection that keeps them', async () => {
  const { db, pool } = await open({ ...(await createTestDatabase()), poolMax: 1 })
  const ask = (prepares: boolean) =>
    db.transaction(loginScope(), async (tx) => (await sql`select ${'told'}::text as told`.execute(tx)).rows, {
      prepares,
    })
  const countPrepared = async () => (await pool.query('select from pg_prepared_statements')).rowCount
  for (let asked = 0; asked < 8; asked += 1) expect(await ask(false)).toEqual([{ told: 'told' }])
  expect(await countPrepared()).toBe(0)
  for (let asked = 0; asked < 8; asked += 1) expect(await ask(true)).toEqual([{ told: 'told' }])
  expect(await countPrepared()).toBe(1)
  // As a pooler does that switches connections.
  await pool.query('deallocate all')
  for (let asked = 0; asked < 8; asked += 1) expect(await ask(true)).toEqual([{ told: 'told' }])
  expect(await countPrepared()).toBe(0)
})

test('a prepared statement still works after its table has changed', async () => {
  const { db, pool } = await open({ ...(await createTestDatabase()), poolMax: 1 })
  const table = `changed_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create table ${table} as select 1 as n`)
  const ask = () =>
    db.transaction(
      loginScope(),
      async (tx) => (await sql`select * from ${sql.table(table)} where n = ${1}`.execute(tx)).rows,
      { prepares: true },
    )
  for (let asked = 0; asked < 8; asked += 1) expect(await ask()).toEqual([{ n: 1 }])
  await pool.query(`alter table ${table} add column m integer default 2`)
  expect(await ask()).toEqual([{ n: 1, m: 2 }])
})

test('a server out of reach is an unavailable database, not a crash', async () => {
  const where = {
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
    dataDir: '',
    poolMax: 2,
    log: silentLog,
    clock: systemClock,
  }
  await expect(openDatabase(where)).rejects.toThrow('ECONNREFUSED')
})

test('readiness reports a superuser whose transactions do not act as the tenant role', async () => {
  const where = await createTestDatabase()
  const name = new URL(where.databaseUrl ?? '').pathname.slice(1)
  const database = await open({
    ...where,
    databaseUrl: `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir())}`,
  })
  await migrate(database)
  expect(await database.checkReady()).toEqual({ ready: false, reason: expect.stringContaining('is a superuser') })
  const who = sql<{ current_user: string }>`select current_user`
  const { rows } = await database.db.transaction(installationScope(), (tx) => who.execute(tx))
  expect(rows).toEqual([{ current_user: 'leadlight_tenant' }])
})

test('readiness reports a role with BYPASSRLS', async () => {
  const where = await createTestDatabase()
  const name = new URL(where.databaseUrl ?? '').pathname.slice(1)
  await asSuperuser(socketDir(), `create role passing_${name} login bypassrls`)
  const database = await open({
    ...where,
    databaseUrl: `postgresql://passing_${name}@localhost/${name}?host=${encodeURIComponent(socketDir())}`,
  })
  expect(await database.checkReady()).toEqual({ ready: false, reason: expect.stringContaining('BYPASSRLS') })
})

test('a statement that takes too long is cancelled', async () => {
  const { db } = await open(await createTestDatabase())
  const hasty = db.transaction(loginScope(), async (tx) => {
    await limitStatements(tx, 50)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  await expect(hasty).rejects.toMatchObject({ name: 'AppError', kind: 'unavailable', code: 'database_busy' })
  const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`
  expect(await db.read(loginScope(), limit)).toEqual([{ limit: '30s' }])
})

test('a lock that somebody else holds is waited for in vain, and the caller is told to come back', async () => {
  const { db } = await open(await createTestDatabase())
  const holding = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const held = db.transaction(loginScope(), async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    holding.resolve()
    await ending.promise
  })
  await holding.promise
  const waiting = db.transaction(loginScope(), async (tx) => {
    await sql`set local lock_timeout = '50ms'`.execute(tx)
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
  })
  await expect(waiting).rejects.toMatchObject({ code: 'database_busy', status: 503, retryAfterMs: 5000 })
  ending.resolve()
  await held
})

test('the jobs of a killed worker run elsewhere within seconds', async () => {
  const where = await createTestDatabase()
  const database = await open(where)
  const job = defineJob({
    name: 'test.killed',
    schema: z.object({}),
    retryLimit: 0,
    retryDelayMs: 10,
    expireMs: 600_000,
  })
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId })
  onTestFinished(() => jobs.stop(0))
  const attempts: number[] = []
  jobs.work(job, async (_, { attempt }) => void attempts.push(attempt))
  const victim = startVictim('work', where, job.name)
  await victim.hear('working')
  await enqueueElsewhere(where, job.name)
  await victim.hear('running 1')
  await jobs.start()
  await victim.kill('SIGKILL')
  // The dead worker's lease expires within seconds, long before the job's own time is up.
  const { rows } = await database.pool.query<{ s: number }>(
    `select max(extract(epoch from expires_at - now()))::float8 as s from worker_lease`,
  )
  expect(rows[0]!.s).toBeLessThan(5)
  await until(() => attempts.length === 1)
  expect(attempts).toEqual([2])
})

/** Enqueues from a process without handlers, so that only the victim can take the job. */
async function enqueueElsewhere(where: DatabaseOptions, jobName: string): Promise<void> {
  const database = await openDatabase(where)
  const job = defineJob({ name: jobName, schema: z.object({}), retryLimit: 0, retryDelayMs: 10, expireMs: 60_000 })
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId })
  await jobs.start()
  await database.db.transaction(installationScope(), (tx) => jobs.enqueue(tx, job, {}, { key: randomUUID() }))
  await jobs.stop(0)
  await database.close()
}

test('the test role is no superuser and may not create roles', async () => {
  const where = await createTestDatabase()
  const client = new Client({ connectionString: where.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await expect(client.query('create role another')).rejects.toThrow('permission denied')
})
