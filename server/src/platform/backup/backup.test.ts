// Also on the embedded database: it is read whole, in turns.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, openTestDatabase } from '@leadlight/testing/test-database'
import { systemClock } from '../clock.ts'
import { openDatabase, type Database } from '../database.ts'
import type { Tx } from '../db.ts'
import { createIds } from '../ids.ts'
import { createJobs, defineJob } from '../jobs.ts'
import { silentLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { systemRandom } from '../random.ts'
import { installationScope, loginScope, organizationScope } from '../scopes.ts'
import { DamagedBackupError, verifyDumpFile, type TableSum } from './dump-file.ts'
import { restoreBackup, RestoreRefusedError } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** The first schema version that has backups. */
const OLDEST = 7

const database = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'leadlight-backup-'))
const file = join(folder, 'first.backup.gz')
const organizations = [randomUUID(), randomUUID()]
const vector = Buffer.from([0, 1, 2, 250, 255])
let sums: TableSum[] = []

async function fresh(): Promise<Database> {
  const opened = await openDatabase(await createTestDatabase())
  onTestFinished(() => opened.close())
  return opened
}

async function save(from: Database, path: string): Promise<TableSum[]> {
  const client = await from.pool.connect()
  try {
    return await writeBackup(client, path, { clock: systemClock })
  } finally {
    client.release()
  }
}

function jobsOn(where: Database) {
  const jobs = createJobs({
    database: where,
    log: silentLog,
    clock: systemClock,
    newId: createIds(systemClock, systemRandom),
  })
  onTestFinished(() => jobs.stop(0))
  return jobs
}

const job = defineJob({
  name: 'test.saved',
  schema: z.object({ n: z.number() }),
  retryLimit: 1,
  retryDelayMs: 10,
  expireMs: 60_000,
})

beforeAll(async () => {
  const { db } = database
  for (const id of organizations) {
    await db.transaction(organizationScope(id), async (tx) => {
      await sql`insert into organization (id, name, created_at) values (${id}, ${'Zoë\n"and"\tsons \\ 日本'}, '2026-01-02 03:04:05.678901+05:30')`.execute(
        tx,
      )
      await sql`insert into credit_account (organization_id, balance) values (${id}, 9007199254740993)`.execute(tx)
      await appendEntry(tx, id)
    })
  }
  await db.transaction(loginScope(), (tx) => appendEntry(tx, null))
  await db.transaction(installationScope(), (tx) =>
    sql`insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at, vector)
      select gen_random_uuid(), 'hn', n::text, 'story', 'https://x/' || n, repeat('word ', 40), now(), now(), ${vector}
      from generate_series(1, 2500) n`.execute(tx),
  )
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId: createIds(systemClock, systemRandom) })
  await jobs.start()
  await db.transaction(installationScope(), (tx) => jobs.enqueue(tx, job, { n: 42 }))
  await jobs.stop(0)
  sums = await save(database, file)
  return () => rmSync(folder, { recursive: true })
})

function appendEntry(tx: Tx, organizationId: string | null) {
  return sql`insert into audit_entry (id, organization_id, at, action, target)
    values (${randomUUID()}, ${organizationId}, now(), 'test', '{}')`.execute(tx)
}

function rowsOf(list: TableSum[], table: string): number | undefined {
  return list.find((sum) => sum.table === table)?.rows
}

test('a backup holds every organization, the shared tables and the waiting jobs', () => {
  expect(rowsOf(sums, 'public.organization')).toBe(2)
  expect(rowsOf(sums, 'public.credit_account')).toBe(2)
  expect(rowsOf(sums, 'public.audit_entry')).toBe(3)
  expect(rowsOf(sums, 'public.post')).toBe(2500)
  expect(rowsOf(sums, 'public.job')).toBe(1)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a restored database equals the original row by row, and backs up to the same file', async () => {
  const to = await fresh()
  expect(await restoreBackup(to, file, { replace: false })).toEqual(sums)
  expect(await save(to, join(folder, 'second.backup.gz'))).toEqual(sums)
  const read = sql`select name, created_at, balance, (select vector from post limit 1) from organization join credit_account on organization_id = id`
  const { rows } = await to.db.transaction(organizationScope(organizations[0]!), (tx) => read.execute(tx))
  const created_at = new Date('2026-01-01T21:34:05.678Z')
  expect(rows).toEqual([{ name: 'Zoë\n"and"\tsons \\ 日本', created_at, balance: '9007199254740993', vector }])
  expect(await to.checkReady()).toEqual({ ready: true })
})

test('a restored job runs', async () => {
  const to = await fresh()
  await restoreBackup(to, file, { replace: false })
  const jobs = jobsOn(to)
  const { promise, resolve } = Promise.withResolvers<number>()
  jobs.work(job, async ({ n }) => resolve(n))
  await jobs.start()
  expect(await promise).toBe(42)
})

test('a restore into a database that holds anything is refused unless it replaces it', async () => {
  const to = await fresh()
  const other = randomUUID()
  await to.db.transaction(organizationScope(other), (tx) =>
    sql`insert into organization (id, name, created_at) values (${other}, 'other', now())`.execute(tx),
  )
  await expect(restoreBackup(to, file, { replace: false })).rejects.toThrow(RestoreRefusedError)
  expect(await restoreBackup(to, file, { replace: true })).toEqual(sums)
  expect(rowsOf(await save(to, join(folder, 'third.backup.gz')), 'public.organization')).toBe(2)
})

test('an aborted backup or restore changes nothing and leaves no files', async () => {
  const to = await fresh()
  const signal = AbortSignal.abort(new Error('Stopped.'))
  await expect(restoreBackup(to, file, { replace: false, signal })).rejects.toThrow('Stopped.')
  const client = await to.pool.connect()
  const stopped = join(folder, 'stopped.backup.gz')
  await expect(writeBackup(client, stopped, { clock: systemClock, signal })).rejects.toThrow('Stopped.')
  client.release()
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([])
  expect(rowsOf(await save(to, join(folder, 'unchanged.backup.gz')), 'public.organization')).toBe(0)
})

function damage(change: (text: string) => string | Buffer): string {
  const path = join(folder, `${randomUUID()}.backup.gz`)
  const changed = change(gunzipSync(readFileSync(file)).toString())
  writeFileSync(path, typeof changed === 'string' ? gzipSync(changed) : changed)
  return path
}

test.each<[string, (text: string) => string | Buffer]>([
  ['is cut short', () => readFileSync(file).subarray(0, -2000)],
  ['lost its last line', (text) => text.split('\n').slice(0, -2).join('\n') + '\n'],
  ['had one letter changed', (text) => text.replace('word word', 'word sword')],
  ['lost a row', (text) => text.split('\n').filter((_, i, all) => i !== all.findIndex((each) => each.startsWith('['))).join('\n')], // oxfmt-ignore
  ['is no backup at all', () => 'hello\n'],
  ['is not even zipped', () => Buffer.from('hello')],
  ['is empty', () => ''],
])('a backup that %s is refused before anything changes', async (_, change) => {
  const path = damage(change)
  await expect(verifyDumpFile(path)).rejects.toThrow(DamagedBackupError)
  const marker = randomUUID()
  await database.pool.query(`create table if not exists marker (id text)`)
  await database.pool.query('insert into marker values ($1)', [marker])
  await expect(restoreBackup(database, path, { replace: true })).rejects.toThrow(/^The backup is not usable: /)
  expect((await database.pool.query('select * from marker where id = $1', [marker])).rows).toHaveLength(1)
})

test('a backup of a newer program is refused', async () => {
  const path = damage((text) => text.replace(/"schema_version":\d+/, '"schema_version":9000'))
  await expect(restoreBackup(database, path, { replace: true })).rejects.toThrow('newer version of the program')
})

test('a backup of an older schema is migrated when restored', async () => {
  const older = join(folder, 'older.backup.gz')
  const from = await fresh()
  await from.pool.query('drop schema public cascade; create schema public')
  await migrate(from, { upTo: OLDEST })
  await from.db.transaction(organizationScope(organizations[0]!), (tx) =>
    sql`insert into organization (id, name, created_at) values (${organizations[0]!}, 'then', now())`.execute(tx),
  )
  const saved = await save(from, older)
  const to = await fresh()
  expect(await restoreBackup(to, older, { replace: true })).toEqual(saved)
  expect(await to.checkReady()).toEqual({ ready: true })
  expect(rowsOf(await save(to, join(folder, 'newer.backup.gz')), 'public.organization')).toBe(1)
})

test('a missing file and a database never used each get an error that says so', async () => {
  const missing = join(folder, 'missing.backup.gz')
  await expect(restoreBackup(database, missing, { replace: true })).rejects.toThrow(`There is no file ${missing}.`)
  const unused = await fresh()
  await unused.pool.query('drop schema public cascade; create schema public')
  await expect(save(unused, missing)).rejects.toThrow('The database was never used, so there is nothing to save.')
  expect(readdirSync(folder).filter((name) => name.startsWith('missing'))).toEqual([])
})
