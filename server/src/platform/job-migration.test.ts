// Also on the embedded database: what lies in it is migrated.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openTestDatabase } from '@leadlight/testing/test-database'
import { restoreBackup } from './backup/restore-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { systemClock } from './clock.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

/** The last version in which pg-boss held the jobs. */
const BEFORE = 42
const ids = { waiting: randomUUID(), retried: randomUUID(), running: randomUUID() }
const QUEUES = ['["dead.letters",null]', '["test.any","dead.letters"]']

const database = await openTestDatabase()
const { pool } = database
const folder = mkdtempSync(join(tmpdir(), 'leadlight-jobs-'))
const backup = join(folder, 'former.backup.gz')

beforeAll(async () => {
  await pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: BEFORE })
  // Of pg-boss's own table, what the migration reads.
  await pool.query(`
    create schema pgboss;
    create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table pgboss.job (id uuid default gen_random_uuid(), name text, data jsonb, state pgboss.job_state, retry_count integer default 0,
      singleton_key text, group_id text, start_after timestamptz default '2026-11-01T10:00:00Z', created_on timestamptz default '2026-11-01T09:00:00Z',
      started_on timestamptz, source_name text, source_created_on timestamptz, source_retry_count integer, source_output jsonb,
      primary key (name, id)) partition by list (name);
    create table pgboss.job_common partition of pgboss.job default;
    insert into pgboss.job (id, name, data, state, retry_count, singleton_key, group_id, started_on) values
      ('${ids.waiting}', 'test.any', '{"n": 1}', 'created', 0, 'one', 'firm', null),
      ('${ids.retried}', 'test.any', '{"n": 2}', 'retry', 1, 'two', null, now()),
      ('${ids.running}', 'test.any', '{"n": 3}', 'active', 1, 'three', null, now());
    insert into pgboss.job (name, data, state) values ('test.any', '{"n": 4}', 'completed'), ('test.any', '{"n": 5}', 'failed');
    insert into pgboss.job (name, data, state, source_name, source_created_on, source_retry_count, source_output)
    values ('dead.letters', '{"n": 5}', 'created', 'test.any', '2026-10-01T09:00:00Z', 2, '{"message": "No."}');
    insert into job_lease (job_id, job_name, run_id, losses, started_at) values ('${ids.running}', 'test.any', gen_random_uuid(), 2, now())`)
  const client = await pool.connect()
  await writeBackup(client, backup, { clock: systemClock }).finally(() => client.release())
  return () => rmSync(folder, { recursive: true })
})

/** Puts the table into the backup that the former program wrote besides. */
function addQueues(path: string): void {
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const end = JSON.parse(lines.pop() ?? '') as { end: true; tables: number; rows: number }
  const sha256 = createHash('sha256').update(QUEUES.map((row) => `${row}\n`).join('')).digest('hex') // oxfmt-ignore
  const table = [
    JSON.stringify({ table: 'pgboss.queue', columns: ['name', 'dead_letter'] }),
    ...QUEUES,
    JSON.stringify({ table_end: 'pgboss.queue', rows: QUEUES.length, sha256 }),
  ]
  const newEnd = JSON.stringify({ end: true, tables: end.tables + 1, rows: end.rows + QUEUES.length })
  writeFileSync(path, gzipSync([header, ...table, ...lines, newEnd, ''].join('\n')))
}

async function expectJobs(where: Database, losses: number): Promise<void> {
  const { rows } = await where.pool.query('select * from job order by payload')
  const [start_after, created_at] = [new Date('2026-11-01T10:00:00Z'), new Date('2026-11-01T09:00:00Z')]
  const any = {
    name: 'test.any',
    key: null,
    group_id: null,
    losses: 0,
    run_id: null,
    worker_id: null,
    error: null,
    trace: null,
  }
  const waiting = { ...any, state: 'waiting', start_after, created_at, died_at: null, is_asked_again: false }
  expect(rows).toEqual([
    { ...waiting, id: ids.waiting, key: 'one', group_id: 'firm', payload: { n: 1 }, failures: 0 },
    { ...waiting, id: ids.retried, key: 'two', payload: { n: 2 }, failures: 2 },
    { ...waiting, id: ids.running, key: 'three', payload: { n: 3 }, failures: 1, losses },
    expect.objectContaining({
      ...any,
      payload: { n: 5 },
      state: 'dead',
      failures: 2,
      error: { message: 'No.' },
      created_at: new Date('2026-10-01T09:00:00Z'),
      died_at: created_at,
    }),
  ])
  const schemas = await where.pool.query(`select from pg_namespace where nspname = 'pgboss'`)
  expect(schemas.rows).toEqual([])
  expect(await where.checkReady()).toEqual({ ready: true })
}

test('the jobs that pg-boss held are moved, with what they failed and lost and what died, and its schema goes', async () => {
  await migrate(database)
  await expectJobs(database, 2)
})

test('a backup from when pg-boss held the jobs is restored with them', async () => {
  addQueues(backup)
  const to = await openDatabase(await createTestDatabase())
  try {
    await restoreBackup(to, backup, { replace: true })
    await expectJobs(to, 0)
  } finally {
    await to.close()
  }
})
