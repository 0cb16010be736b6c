import { sql } from 'kysely'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase, type Database } from '../database.ts'
import { loginScope } from '../scopes.ts'

async function openKept(): Promise<Database> {
  const database = await openDatabase(await createTestDatabase())
  onTestFinished(() => database.close())
  await database.pool.query('create table kept (number integer)')
  return database
}

function write({ db }: Database, number: number): Promise<unknown> {
  return db.transaction(loginScope(), (tx) => sql`insert into kept values (${number})`.execute(tx))
}

async function read({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>('select number from kept order by number')
  return rows.map(({ number }) => number)
}

/** Whether new connections may write, as where a server has become a standby or its provider has stopped writes. */
async function setReadOnly({ pool }: Database, isReadOnly: boolean): Promise<void> {
  const client = await pool.connect()
  await client.query('begin read write')
  await client.query(`do $$ begin
    execute format('alter database %I set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}', current_database());
  end $$`)
  await client.query('commit')
  client.release()
  // Not autovacuum's, whom only a superuser ends.
  const others = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and usename = current_user`
  await pool.query(others)
  const last = await pool.connect()
  last.release(true)
  await until(() => pool.totalCount === 0)
}

test('a server that lets itself be read only is told from a fault, and writes go on once it allows them', async () => {
  const database = await openKept()
  await write(database, 1)
  await setReadOnly(database, true)
  await expect(write(database, 2)).rejects.toMatchObject({ kind: 'unavailable', code: 'storage_read_only' })
  expect(await read(database)).toEqual([1])
  expect(await database.checkReady()).toMatchObject({
    ready: false,
    reason: expect.stringContaining('can only be read'),
  })
  await setReadOnly(database, false)
  await until(async () => (await database.checkReady()).ready)
  await write(database, 3)
  expect(await read(database)).toEqual([1, 3])
})

test.each([
  { state: '53100', code: 'storage_full', isReady: true },
  { state: 'XX001', code: 'storage_damaged', isReady: false },
])('what PostgreSQL refuses with $state is $code', async ({ state, code, isReady }) => {
  const database = await openKept()
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$;
    create trigger refusing before insert on kept execute function refuse()`)
  await expect(write(database, 1)).rejects.toMatchObject({ kind: 'unavailable', code, retryAfterMs: 30_000 })
  // There is room for other writes, and damage shows again only where it is.
  expect((await database.checkReady()).ready).toBe(isReady)
  await database.pool.query('drop trigger refusing on kept')
  await write(database, 2)
  expect(await read(database)).toEqual([2])
})

test('a pool that is only busy is no trouble, and neither is what was in trouble and is over', async () => {
  const database = await openKept()
  const { pool } = database
  await pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger refusing before insert on kept execute function refuse()`)
  const inUse = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  onTestFinished(() => inUse.forEach((client) => client.release()))
  expect(await database.checkReady()).toEqual({ ready: true })
  inUse.pop()?.release()
  await expect(write(database, 1)).rejects.toMatchObject({ code: 'storage_full' })
  inUse.push(await pool.connect())
  expect(await database.checkReady()).toEqual({ ready: true })
})

test('whoever asks at once whether it is ready shares one look', async () => {
  const database = await openKept()
  const connect = vi.spyOn(Pool.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  await database.checkReady()
  const ofOne = connect.mock.calls.length
  const asked = await Promise.all(Array.from({ length: 20 }, () => database.checkReady()))
  expect(asked.every(({ ready }) => ready)).toBe(true)
  expect(ofOne).toBeGreaterThan(0)
  expect(connect).toHaveBeenCalledTimes(2 * ofOne)
})
