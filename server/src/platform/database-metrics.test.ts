import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { openDatabase } from './database.ts'
import { readBriefly } from './figures.ts'
import { createMetrics } from './metrics.ts'
import { installationScope, organizationScope } from './scopes.ts'

const metrics = createMetrics()
const options = await createTestDatabase()
const database = await openDatabase({ ...options, poolMax: 2, watch: metrics.database })
metrics.watch({ pool: database.pool, figures: [], areCostly: false, ...options })
const { db } = database
afterAll(() => database.close())

async function valueOf(series: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

const errorsOf = (kind: string) => valueOf(`leadlight_database_errors_total{kind="${kind}"}`)

test('failed attempts are counted by kind, and what we throw ourselves is none', async () => {
  const id = randomUUID()
  const run = (...statements: string[]) =>
    db.transaction(organizationScope(id), async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
  const insert = `insert into organization (id, name, created_at) values ('${id}', 'o', now())`
  await expect(run(insert, insert)).rejects.toThrow('organization_pkey')
  await expect(run('set local statement_timeout = 1', 'select pg_sleep(10)')).rejects.toMatchObject({
    code: 'database_busy',
  })
  await expect(run('select from nowhere')).rejects.toThrow('nowhere')
  await expect(db.read(installationScope(), sql`select from nowhere`)).rejects.toThrow('nowhere')
  await expect(database.ask('select from nowhere')).rejects.toThrow('nowhere')
  await expect(db.transaction(installationScope(), () => Promise.reject(new Error('Ours.')))).rejects.toThrow('Ours.')
  const kinds = ['away', 'timeout', 'conflict', 'constraint', 'storage', 'other']
  expect(await Promise.all(kinds.map(errorsOf))).toEqual([0, 1, 0, 1, 0, 3])
})

test('figures that take long are cut off, and that is no error of the database', async () => {
  const before = await errorsOf('timeout')
  await expect(readBriefly(db, installationScope(), sql`select pg_sleep(3600)`)).rejects.toThrow(
    'ended after 2 seconds',
  )
  expect(await errorsOf('timeout')).toBe(before)
  expect(await readBriefly(db, installationScope(), sql`select 1 as read`)).toEqual([{ read: 1 }])
})

test('the pool shows who uses it, who waits, and how long they waited', async () => {
  const before = await valueOf('leadlight_database_wait_seconds_count')
  const held = Promise.withResolvers<void>()
  const isHolding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = isHolding.map(({ resolve }) =>
    db.transaction(installationScope(), () => {
      resolve()
      return held.promise
    }),
  )
  await Promise.all(isHolding.map(({ promise }) => promise))
  const waiting = db.read(installationScope(), sql`select 1`)
  expect(await valueOf('leadlight_database_connections{state="used"}')).toBe(2)
  expect(await valueOf('leadlight_database_connections_max')).toBe(2)
  expect(await valueOf('leadlight_database_waiting')).toBe(1)
  held.resolve()
  await Promise.all([...holding, waiting])
  expect(await valueOf('leadlight_database_waiting')).toBe(0)
  expect(await valueOf('leadlight_database_connections{state="used"}')).toBe(0)
  expect(await valueOf('leadlight_database_wait_seconds_count')).toBe(before + 3)
})
