// Also on the embedded database: notices go through one connection.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase, type Database } from './database.ts'
import { notifyAfterCommit } from './db.ts'
import { organizationScope } from './scopes.ts'

const scope = organizationScope(randomUUID())

/** Two processes as far as the database can tell; the embedded one has only one. */
async function openTwice(): Promise<[Database, Database]> {
  const options = await createTestDatabase()
  const first = await openDatabase(options)
  onTestFinished(() => first.close())
  if (options.databaseUrl === undefined) return [first, first]
  const second = await openDatabase(options)
  onTestFinished(() => second.close())
  return [first, second]
}

function hearing({ notices }: Database, topic: string): { count: () => number; leave: () => void } {
  let count = 0
  const leave = notices.subscribe(topic, () => (count += 1))
  return { count: () => count, leave }
}

test('a committed topic is notified in every process, and one rolled back in none', async () => {
  const [teller, listener] = await openTwice()
  const heard = hearing(listener, 'a')
  const other = hearing(listener, 'b')
  await until(() => listener.notices.isListening())
  const failing = teller.db.transaction(scope, () => {
    notifyAfterCommit('a')
    return Promise.reject(new Error('rolled back'))
  })
  await expect(failing).rejects.toThrow('rolled back')
  await teller.db.transaction(scope, () => Promise.resolve(notifyAfterCommit('a')))
  await until(() => heard.count() > 0)
  heard.leave()
  await teller.db.transaction(scope, () => Promise.resolve(notifyAfterCommit('a')))
  await teller.db.transaction(scope, () => Promise.resolve(notifyAfterCommit('b')))
  await until(() => other.count() > 0)
  expect([heard.count(), other.count()]).toEqual([1, 1])
})

test('a process that lost its connection hears again', async () => {
  const [teller, listener] = await openTwice()
  const heard = hearing(listener, 'a')
  await until(() => listener.notices.isListening())
  await teller.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leadlight hearing'`,
  )
  await until(async () => {
    await teller.db.transaction(scope, () => Promise.resolve(notifyAfterCommit('a')))
    return listener.notices.isListening() && heard.count() > 1
  })
  expect(heard.count()).toBeGreaterThan(1)
})

test('a notification outside a transaction is refused', () => {
  expect(() => notifyAfterCommit('a')).toThrow('none is open')
})
