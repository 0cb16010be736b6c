// Also on the embedded database: it is migrated.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestDatabase } from '@leadlight/testing/test-database'
import { FIRST_EXPANDING, migrate } from './migrate.ts'

const database = await openTestDatabase()
const { pool } = database
const MIGRATIONS = readdirSync(new URL('../../migrations/', import.meta.url)).toSorted()

/** Drops the schema, so that the database is as before its first start. */
async function empty(): Promise<void> {
  await pool.query('drop schema if exists public, pgboss cascade; create schema public')
}

test('an empty database gets every migration, and none the second time', async () => {
  await empty()
  expect(await database.checkReady()).toMatchObject({ ready: false, reason: expect.stringContaining('lacks') })
  const names = await migrate(database)
  expect(names).toEqual(MIGRATIONS)
  expect(await migrate(database)).toEqual([])
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('programs that start together apply each migration once while the others wait', async () => {
  await empty()
  const applied = await Promise.all([migrate(database), migrate(database), migrate(database)])
  expect(applied.flat().toSorted()).toEqual(MIGRATIONS)
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('a migration edited after it was applied is refused', async () => {
  await pool.query(`update schema_migration set checksum = 'other' where version = 1`)
  const problem = 'The migration 0001-platform.sql was changed after it was applied to this database.'
  await expect(migrate(database)).rejects.toThrow(problem)
  expect(await database.checkReady()).toEqual({ ready: false, reason: problem })
  await empty()
  await migrate(database)
})

test('a database used by a newer program is refused', async () => {
  await pool.query(`insert into schema_migration values (9999, '9999-future.sql', 'x')`)
  await expect(migrate(database)).rejects.toThrow('does not know: it was used by a newer one')
  await empty()
})

test('a program goes on beside a newer one that only expanded the schema, and starts again there', async () => {
  await empty()
  await migrate(database)
  await pool.query(`insert into schema_migration values (9999, '9999-future.sql', 'x', now(), true)`)
  expect(await database.checkReady()).toEqual({ ready: true })
  expect(await migrate(database)).toEqual([])
  await pool.query(`insert into schema_migration values (9998, '9998-other.sql', 'x', now(), false)`)
  expect(await database.checkReady()).toMatchObject({ ready: false, reason: expect.stringContaining('9998-other.sql') })
  await empty()
})

test('a database of a version that told nothing of its migrations is migrated', async () => {
  await empty()
  await migrate(database, { upTo: 3 })
  await pool.query('alter table schema_migration drop column expands')
  expect(await database.checkReady()).toMatchObject({ ready: false, reason: expect.stringContaining('lacks') })
  await migrate(database)
  const { rows } = await pool.query(`select version from schema_migration where expands <> (version >= $1)`, [
    FIRST_EXPANDING,
  ])
  expect(rows).toEqual([])
  await empty()
})

test('a failing migration leaves nothing behind and is named in the error', async () => {
  await empty()
  await pool.query('create table account (surprise integer)')
  await expect(migrate(database)).rejects.toThrow(/^The migration 0002-accounts\.sql failed: .*account/)
  const { rows } = await pool.query(`select version from schema_migration`)
  expect(rows).toEqual([{ version: 1 }])
  await pool.query('drop table account')
  await migrate(database)
  expect(await database.checkReady()).toEqual({ ready: true })
})
