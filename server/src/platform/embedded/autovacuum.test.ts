import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock, type ManualClock } from '@leadlight/testing/manual-clock'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase, type DatabaseOptions } from '../database.ts'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { startAutovacuum, vacuumDue } from './autovacuum.ts'

/** How long it waits between its rounds. */
const SECONDS_MS = 10_000

async function open(where: DatabaseOptions): Promise<{ clock: ManualClock; pool: Pool }> {
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const database = await openDatabase({ ...where, clock })
  onTestFinished(() => database.close())
  return { clock, pool: database.pool }
}

/** How many rows the kept plan of a statement expects. */
async function expectedRows(pool: Pool, text: string): Promise<number> {
  const { rows: kept } = await pool.query<{ name: string }>(
    `select name from pg_prepared_statements where statement = '${text}'`,
  )
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) execute "${kept[0]?.name}" (1)`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? NaN
}

interface TableSize {
  pages: number
  vacuums: number
  analyses: number
}

async function sizeOf(pool: Pool, table: string): Promise<TableSize> {
  const { rows } = await pool.query<TableSize>(
    `select relpages as pages, vacuum_count::integer as vacuums, analyze_count::integer as analyses
      from pg_class join pg_stat_user_tables on relid = pg_class.oid where pg_class.relname = '${table}'`,
  )
  return rows[0]!
}

/** Writes count once the engine has flushed its statistics, which it does every second. */
async function write(pool: Pool, words: string): Promise<void> {
  await pool.query(words)
  await pool.query('select pg_stat_force_next_flush()')
  await pool.query('select 1')
}

test('a plan kept since its table was empty is remade within seconds of the table growing', async () => {
  const { clock, pool } = await open(await createTestDatabase())
  await pool.query('create table grown (kind integer not null)')
  const text = 'select from grown where kind = $1::integer'
  for (let times = 0; times < 10; times += 1) await pool.query(text, [1])
  await pool.query('insert into grown select number % 2 from generate_series(1, 20000) number')
  expect(await expectedRows(pool, text)).toBeLessThan(200)
  await clock.advance(SECONDS_MS)
  await until(async () => (await expectedRows(pool, text)) > 9_000)
})

test('deleted rows give their space back', async () => {
  const { clock, pool } = await open(await createTestDatabase())
  await pool.query('create table emptied (number integer)')
  await write(pool, 'insert into emptied select generate_series(1, 20000)')
  await vacuumDue(pool)
  expect((await sizeOf(pool, 'emptied')).pages).toBeGreaterThan(50)
  await write(pool, 'delete from emptied')
  await clock.advance(SECONDS_MS)
  await until(async () => (await sizeOf(pool, 'emptied')).pages === 0)
})

test('a table is left alone until a tenth of it has changed', async () => {
  const { pool } = await open(await createTestDatabase())
  await pool.query('create table settled (number integer)')
  await write(pool, 'insert into settled select generate_series(1, 10000)')
  await vacuumDue(pool)
  const settled = await sizeOf(pool, 'settled')
  expect(settled).toMatchObject({ vacuums: 1, analyses: 1 })
  await write(pool, 'update settled set number = 0 where number <= 1000')
  await vacuumDue(pool)
  expect(await sizeOf(pool, 'settled')).toEqual(settled)
  await write(pool, 'update settled set number = 1 where number between 2000 and 2199')
  await vacuumDue(pool)
  expect(await sizeOf(pool, 'settled')).toMatchObject({ vacuums: 1, analyses: 2 })
})

test('rows written before a restart are counted too', async () => {
  const where = await createTestDatabase()
  const before = await openDatabase(where)
  await before.pool.query('create table kept (number integer)')
  await before.pool.query('insert into kept select generate_series(1, 20000)')
  await before.close()
  const { pool } = await open(where)
  expect((await sizeOf(pool, 'kept')).pages).toBe(0)
  await vacuumDue(pool)
  expect((await sizeOf(pool, 'kept')).pages).toBeGreaterThan(50)
})

test('nothing is vacuumed while the disk is about to be full, and a failure is logged once', async () => {
  const [clock, log] = [createManualClock('2026-11-02T09:00:00Z'), createCapturedLog()]
  const asked: string[] = []
  const pool = {
    async query(text: string) {
      asked.push(text)
      throw new Error('There is no room.')
    },
  }
  let isFull = true
  // What it uses of one.
  const autovacuum = startAutovacuum({ pool: pool as unknown as Pool, log, clock, mayWrite: () => !isFull })
  onTestFinished(() => autovacuum.stop())
  await clock.advance(3 * SECONDS_MS)
  expect(asked).toEqual([])
  isFull = false
  await clock.advance(3 * SECONDS_MS)
  expect(asked).toHaveLength(3)
  expect(log.lines).toHaveLength(1)
})
