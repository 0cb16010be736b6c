import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { openPooler, type PooledDatabase } from '@leadlight/testing/pooled-database'
import { until } from '@leadlight/testing/until'
import { restoreBackup } from '../backup/restore-backup.ts'
import { runBackup } from '../backup/run-backup.ts'
import { systemClock } from '../clock.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../database.ts'
import { notifyAfterCommit } from '../db.ts'
import { silentLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { loginScope, organizationScope } from '../scopes.ts'

/** Fewer than the processes that start at once, so that they have to share. */
const POOL_SIZE = 2

const pooler = await openPooler({ poolSize: POOL_SIZE })

async function open(where: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  return database
}

/** A session of PostgreSQL's own, past the pooler. */
async function connectPast({ ownUrl }: PooledDatabase): Promise<Client> {
  const client = new Client({ connectionString: ownUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('four processes that start at once on an empty database migrate it, and find nothing to do the next time', async () => {
  const where = await pooler.empty()
  const start = () => Promise.all([1, 2, 3, 4].map(async () => migrate(await open(where))))
  const names = (await start()).flat()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
  expect(await start()).toEqual([[], [], [], []])
  const database = await open(where)
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('a start that waits for another to migrate says so, and goes on when that is done', async () => {
  const where = await pooler.empty()
  const other = await connectPast(where)
  await other.query('begin; select pg_advisory_xact_lock(6173412208)')
  const log = createCapturedLog()
  const migrating = migrate(await open({ ...where, log }), { log })
  const said = () => log.lines.map(({ message }) => message)
  await until(() => said().includes('Another process is migrating the database; this one waits for it.'))
  await other.query('commit')
  expect((await migrating).length).toBeGreaterThan(0)
})

test('every transaction is bounded in time, and leaves nothing on its session', async () => {
  const where = await pooler.migrated()
  const { db, ask, askApart } = await open(where)
  const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`
  const bounded = [{ statement: '30s', lock: '15s', idle: '1min' }]
  expect(await ask(limits)).toEqual(bounded)
  expect(await askApart(limits)).toEqual(bounded)
  expect(await db.read(loginScope(), sql.raw(limits))).toEqual(bounded)
  expect((await db.transaction(loginScope(), (tx) => sql.raw(limits).execute(tx))).rows).toEqual(bounded)
  const client = new Client({ connectionString: where.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  for (let turn = 0; turn < POOL_SIZE * 2; turn += 1) {
    expect((await client.query(limits)).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }])
  }
})

test('prepared statements work, whichever session a transaction gets', async () => {
  const { db } = await open({ ...(await pooler.migrated()), poolMax: 8 })
  const ask = async (n: number) => {
    const scope = organizationScope(randomUUID())
    const statement = sql<{
      n: number
      organization: string
    }>`select ${n}::int as n, app_organization_id() as organization`
    const { rows } = await db.transaction(scope, (tx) => statement.execute(tx), { prepares: true })
    return rows[0]?.n === n && rows[0].organization === scope.settings['app.organization_id']
  }
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
  expect(answers).toEqual(answers.map(() => true))
})

test('concurrent transactions keep their scopes apart, and a failed one leaves no transaction open', async () => {
  const { db } = await open({ ...(await pooler.migrated()), poolMax: 8 })
  const whose = sql<{ id: string }>`select app_organization_id() as id`
  const ids = Array.from({ length: 40 }, () => randomUUID())
  const reads = ids.map((id) => db.read(organizationScope(id), whose))
  const failures = ids.map((id) => db.read(organizationScope(id), sql`select 1 / ${0}::int`))
  const transactions = ids.map((id) =>
    db.transaction(organizationScope(id), async (tx) => (await whose.execute(tx)).rows),
  )
  const [read, failed, transacted] = await Promise.all([reads, failures, transactions].map((each) => Promise.allSettled(each))) // oxfmt-ignore
  expect(read).toEqual(ids.map((id) => ({ status: 'fulfilled', value: [{ id }] })))
  expect(transacted).toEqual(read)
  expect(failed?.map(({ status }) => status)).toEqual(ids.map(() => 'rejected'))
})

test('notices of other processes are not heard over a pooler, and the log says what to set', async () => {
  const log = createCapturedLog()
  const where = await pooler.migrated()
  const { notices, db } = await open({ ...where, log })
  notices.subscribe('a', () => {})
  await until(() => log.lines.some(({ message }) => message.includes('Set DATABASE_DIRECT_URL')))
  await db.transaction(loginScope(), () => Promise.resolve(notifyAfterCommit('a')))
  expect(notices.isListening()).toBe(false)
  const past = await connectPast(where)
  const { rows } = await past.query(
    `select query from pg_stat_activity where query like 'listen%' and datname = current_database()`,
  )
  expect(rows).toEqual([])
})

test('with a direct address notices of other processes are heard', async () => {
  const where = await pooler.migrated()
  const hears = { ...where, databaseDirectUrl: where.ownUrl }
  const [listener, teller] = [await open(hears), await open(where)]
  let heard = 0
  listener.notices.subscribe('a', () => (heard += 1))
  await until(() => listener.notices.isListening())
  await until(async () => {
    await teller.db.transaction(loginScope(), () => Promise.resolve(notifyAfterCommit('a')))
    return heard > 0
  })
  expect(teller.notices.isListening()).toBe(false)
})

test('a direct address that leads to another database is detected', async () => {
  const log = createCapturedLog()
  const [where, other] = [await pooler.migrated(), await pooler.migrated()]
  const { notices } = await open({ ...where, databaseDirectUrl: other.ownUrl, log })
  notices.subscribe('a', () => {})
  await until(() => log.lines.some(({ message }) => message.includes('does not arrive')))
  expect(notices.isListening()).toBe(false)
})

test('a direct address that leads nowhere stops the start with a sentence that names it', async () => {
  const where = { ...(await pooler.migrated()), databaseDirectUrl: 'postgresql://nobody@127.0.0.1:1/none' }
  await expect(openDatabase(where)).rejects.toThrow(
    'The database cannot be opened (connect ECONNREFUSED 127.0.0.1:1); see DATABASE_DIRECT_URL.',
  )
})

test('a backup is made and restored through the pooler', async () => {
  const [from, to] = [await pooler.migrated(), await pooler.migrated()]
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-pooled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const id = randomUUID()
  await (
    await open(from)
  ).db.transaction(organizationScope(id), (tx) =>
    sql`insert into organization (id, name, created_at) values (${id}, 'Pooled', now())`.execute(tx),
  )
  const source = { databaseUrl: from.databaseUrl, databaseDirectUrl: undefined, dataDir: folder }
  const { path, sums } = await runBackup({ ...source, log: silentLog, clock: systemClock }, undefined)
  expect(await restoreBackup(await open({ ...to, poolMax: 1 }), path, { replace: false })).toEqual(sums)
})
