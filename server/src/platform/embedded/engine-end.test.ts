import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase, type Database } from '../database.ts'
import { platformScope } from '../scopes.ts'

/** Has the engine begin one file of its log after another, for as long as it can. */
async function fillLogs({ pool }: Database): Promise<never> {
  for (;;) {
    await pool.query(`select pg_logical_emit_message(false, 'test', 'something')`)
    await pool.query('select pg_switch_wal()')
  }
}

test('an engine that ends for want of its log is told of, and serves again once it can, with all it acknowledged', async () => {
  const where = await createTestDatabase()
  const log = createCapturedLog()
  const database = await openDatabase({ ...where, log })
  onTestFinished(() => database.close())
  await database.pool.query('create table kept (number integer)')
  const numbers = (await database.pool.query('insert into kept select generate_series(1, 500) returning number')).rows
  const [wal, aside] = [join(where.dataDir, 'db/pg_wal'), join(where.dataDir, 'pg_wal')]
  renameSync(wal, aside)
  await expect(fillLogs(database)).rejects.toThrow()
  await until(() => database.checkReady().then(({ reason }) => reason?.includes('without pg_wal nothing is opened')))
  const asked = database.db.transaction(platformScope(), (tx) => sql`select 1`.execute(tx))
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'database_away' })
  expect(existsSync(wal)).toBe(false)
  renameSync(aside, wal)
  await until(async () => (await database.checkReady()).ready)
  expect((await database.pool.query('select number from kept order by number')).rows).toEqual(numbers)
  const said = log.lines.map(({ message }) => message).filter((words) => words.includes('embedded database'))
  expect(said).toEqual([
    'The embedded database ended by itself; it is being started again.',
    'The embedded database cannot be started again yet.',
    'The embedded database runs again.',
  ])
})

test('a database whose engine has ended can be closed, and its folder is free', async () => {
  const where = await createTestDatabase()
  const database = await openDatabase(where)
  renameSync(join(where.dataDir, 'db/pg_wal'), join(where.dataDir, 'pg_wal'))
  await expect(fillLogs(database)).rejects.toThrow()
  await database.close()
  expect(existsSync(join(where.dataDir, 'lock'))).toBe(false)
})
