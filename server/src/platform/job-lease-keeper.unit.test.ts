import { afterEach, expect, test } from 'vitest'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock } from '@leadlight/testing/manual-clock'
import type { Database } from './database.ts'
import { createLeaseKeeper, type LeaseKeeper } from './job-lease-keeper.ts'
import { LEASE_MS, RENEW_MS } from './job-leases.ts'

type Answer = 'renewed' | 'taken' | 'away'

let keeper: LeaseKeeper
afterEach(async () => void (await keeper.stop()))

/** A keeper beside a database that answers as told, `tookMs` after it was asked. */
async function start(kind: Database['kind'] = 'postgres') {
  const clock = createManualClock('2026-11-23T09:00:00Z')
  const told: string[] = []
  const database = { answer: 'renewed' as Answer, tookMs: 0, isFull: false, renewals: [] as unknown[][], taken: 0 }
  let ids = 0
  const log = createCapturedLog()
  const fake = {
    kind,
    instanceId: 'instance',
    mayWrite: () => !database.isFull,
    db: { transaction: async () => void (database.taken += 1) },
    async askApart(_: string, values: unknown[]) {
      database.renewals.push(values)
      if (database.answer === 'away') throw new Error('The database is away.')
      if (database.tookMs > 0) await clock.sleep(database.tookMs)
      return database.answer === 'renewed' ? [{}] : []
    },
  }
  keeper = createLeaseKeeper({
    // What a keeper uses of one.
    database: fake as unknown as Database,
    log,
    clock,
    newId: () => `worker ${(ids += 1)}`,
    onLost: () => told.push('lost'),
    handBack: async (id) => void told.push(`back from ${id}`),
  })
  await keeper.start()
  return { clock, database, told, log }
}

test('a lease is renewed each second under one id', async () => {
  const { clock, database, told } = await start()
  const id = keeper.workerId()
  await clock.advance(3 * RENEW_MS)
  expect(database.renewals).toEqual(Array.from({ length: 3 }, () => [id, LEASE_MS, false]))
  expect([keeper.workerId(), told, database.taken]).toEqual([id, [], 1])
})

test('one that was taken is told to be lost, what hangs on it is handed back, and another is taken', async () => {
  const { clock, database, told } = await start()
  const id = keeper.workerId()
  database.answer = 'taken'
  await clock.advance(RENEW_MS)
  expect(told).toEqual(['lost', `back from ${id}`])
  database.answer = 'renewed'
  await clock.advance(RENEW_MS)
  expect(keeper.workerId()).not.toBe(id)
  expect(database.taken).toBe(2)
  expect(database.renewals.at(-1)).toEqual([keeper.workerId(), LEASE_MS, false])
})

test('between a lost lease and the next there is no id to claim with', async () => {
  const { clock, database, told } = await start()
  const id = keeper.workerId()
  database.answer = 'away'
  await clock.advance(LEASE_MS + RENEW_MS)
  expect([told, keeper.workerId()]).toEqual([['lost'], undefined])
  await clock.advance(RENEW_MS)
  expect(told).toEqual(['lost', `back from ${id}`])
  expect(keeper.workerId()).toBe('worker 2')
})

test('that the database was missed, or answered late, is said with the next renewal and not with the one after', async () => {
  const { clock, database } = await start()
  const saidWith = async () => {
    await clock.advance(RENEW_MS)
    return database.renewals.at(-1)?.[2]
  }
  database.answer = 'away'
  await clock.advance(RENEW_MS)
  database.answer = 'renewed'
  expect([await saidWith(), await saidWith()]).toEqual([true, false])
  database.tookMs = 2 * RENEW_MS + 1
  await clock.advance(RENEW_MS + database.tookMs)
  database.tookMs = 0
  expect([await saidWith(), await saidWith()]).toEqual([true, false])
})

test.each([
  ['postgres', ['lost']],
  ['embedded', []],
] as const)('silence for longer than a lease lasts loses it on %s: %j', async (kind, expected) => {
  const { clock, database, told } = await start(kind)
  database.answer = 'away'
  await clock.advance(LEASE_MS)
  expect(told).toEqual([])
  await clock.advance(RENEW_MS)
  expect(told).toEqual(expected)
})

test('nothing is written while the disk is about to be full, and the lease is kept and renewed once it has room', async () => {
  const { clock, database, told } = await start('embedded')
  const id = keeper.workerId()
  database.isFull = true
  await clock.advance(3 * LEASE_MS)
  expect([database.renewals, told, keeper.workerId()]).toEqual([[], [], id])
  database.isFull = false
  await clock.advance(RENEW_MS)
  expect([database.renewals.length, told, keeper.workerId()]).toEqual([1, [], id])
})

test('that the database is away is logged once, and again when it was back', async () => {
  const { clock, database, log } = await start('embedded')
  database.answer = 'away'
  await clock.advance(3 * RENEW_MS)
  database.answer = 'renewed'
  await clock.advance(RENEW_MS)
  database.answer = 'away'
  await clock.advance(3 * RENEW_MS)
  const words = 'The lease of this worker could not be renewed.'
  expect(log.lines.map(({ message }) => message)).toEqual([words, words])
})
