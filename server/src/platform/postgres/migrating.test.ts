import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase, type Database } from '../database.ts'
import { migrate } from '../migrate.ts'

/** A database, and two other sessions on it: one of a backup and one of the version before. */
async function open(): Promise<{ database: Database; backup: Client; older: Client }> {
  const where = await createTestDatabase()
  const database = await openDatabase(where)
  onTestFinished(() => database.close())
  const connect = async () => {
    const client = new Client({ connectionString: where.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  return { database, backup: await connect(), older: await connect() }
}

test('a migration gives way while a backup has its table, says so once, and goes on after it', async () => {
  const { database, backup, older } = await open()
  await database.pool.query('drop schema public cascade; create schema public')
  await migrate(database, { upTo: 60 })
  await backup.query('begin; lock table job in access share mode')
  const [log, clock] = [createCapturedLog(), createManualClock('2026-11-01T08:00:00Z')]
  const migrating = migrate(database, { upTo: 61, log, clock })
  await until(() => clock.sleeping() === 1)
  expect((await older.query('select from job')).rowCount).toBe(0)
  // Another program may migrate meanwhile.
  expect((await older.query('select pg_try_advisory_xact_lock(6173412208) as free')).rows).toEqual([{ free: true }])
  await clock.advance(10_000)
  await until(() => clock.sleeping() === 1)
  expect(log.lines.map(({ message }) => message)).toEqual([
    'A table that a migration changes is in use, perhaps by a backup; this process tries again until it is free.',
  ])
  await backup.query('rollback')
  await clock.advance(10_000)
  expect(await migrating).toEqual(['0061-job-traces.sql'])
})

test('a start with nothing to migrate waits for no backup', async () => {
  const { database, backup } = await open()
  await backup.query('begin; select from schema_migration')
  expect(await migrate(database, { clock: createManualClock('2026-11-01T08:00:00Z') })).toEqual([])
})
