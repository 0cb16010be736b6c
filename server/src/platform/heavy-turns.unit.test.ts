import { endpoint } from '@leadlight/contract/endpoint'
import { createCapturedLog } from '@leadlight/testing/captured-log'
import { createManualClock, type ManualClock } from '@leadlight/testing/manual-clock'
import { beforeEach, expect, test } from 'vitest'
import { ACTIVE_MS, BURST_MS, createTurns, REST_MS_MAX, SHARE, type Turns } from './heavy-turns.ts'
import { createApp, serve } from './http.ts'
import { createMetrics } from './metrics.ts'

const READ_MS = 20

let clock: ManualClock
let turns: Turns
let begun: string[]
beforeEach(() => {
  clock = createManualClock('2026-01-01T00:00:00Z')
  turns = createTurns(clock)
  begun = []
})

/** Work that ends when it is told to. */
function startWork(group: string, name: string, caller = 'somebody') {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const done = turns.take(group, caller, () => {
    begun.push(name)
    return promise
  })
  return { end: () => resolve(name), fail: () => reject(new Error(name)), done }
}

/** Work that takes as long as it says. */
function readFor(group: string, ms: number): Promise<void> {
  return turns.take(group, 'somebody', () => {
    begun.push(group)
    return clock.sleep(ms)
  })
}

async function passTime(ms: number, other?: string): Promise<void> {
  for (let passed = 0; passed < ms; passed += READ_MS) {
    if (other !== undefined) turns.note(other)
    await clock.advance(READ_MS)
  }
}

test('a group alone has two at once, the next begin in their order, and what failed gives its turn on', async () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => startWork('one', name))
  await clock.advance(READ_MS)
  expect(begun).toEqual(['a', 'b'])
  b?.end()
  expect(await b?.done).toBe('b')
  await clock.advance(0)
  expect(begun).toEqual(['a', 'b', 'c'])
  a?.fail()
  await expect(a?.done).rejects.toThrow('a')
  await clock.advance(0)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  c?.end()
  d?.end()
  expect(await Promise.all([c?.done, d?.done])).toEqual(['c', 'd'])
})

test('callers of a group take turns, each with their own in their order', async () => {
  const program = ['a', 'b', 'c', 'd', 'e'].map((name) => startWork('one', name, 'program'))
  const colleague = ['x', 'y'].map((name) => startWork('one', name, 'colleague'))
  for (const { end } of [...program, ...colleague]) end()
  await clock.advance(0)
  expect(begun).toEqual(['a', 'b', 'c', 'x', 'd', 'y', 'e'])
})

test('beside another, a group works one at a time and half of the time, and the other waits for none of it', async () => {
  turns.note('quiet')
  const all = Array.from({ length: 400 }, () => readFor('noisy', READ_MS))
  await passTime(1_000, 'quiet')
  begun = []
  await passTime(4_000, 'quiet')
  const reads = (4_000 / READ_MS) * SHARE
  expect(begun.length).toBeGreaterThanOrEqual(reads - 1)
  expect(begun.length).toBeLessThanOrEqual(reads + 1)

  begun = []
  const own = readFor('quiet', READ_MS)
  await clock.advance(READ_MS)
  expect(begun).toContain('quiet')
  await own
  expect(all).toHaveLength(400)
})

test('once the other has left, a group works two at once without rest', async () => {
  turns.note('quiet')
  void Promise.all(Array.from({ length: 4_000 }, () => readFor('noisy', READ_MS)))
  await passTime(ACTIVE_MS + 1_000)
  begun = []
  await passTime(1_000)
  expect(begun).toHaveLength((2 * 1_000) / READ_MS)
})

test('a page of several sums waits for nothing, also beside others', async () => {
  turns.note('quiet')
  const sums = Array.from({ length: 4 }, () => readFor('noisy', BURST_MS / 5))
  await clock.advance((2 * BURST_MS) / 5)
  await Promise.all(sums)
  expect(begun).toHaveLength(4)
})

test('a very long read makes the next one wait no longer than a bound', async () => {
  turns.note('quiet')
  const long = readFor('noisy', 5_000)
  await clock.advance(5_000)
  await long
  void readFor('noisy', READ_MS)
  await clock.advance(REST_MS_MAX - 1)
  expect(begun).toHaveLength(1)
  await clock.advance(1)
  expect(begun).toHaveLength(2)
})

test('beside others a read of less than the bound is followed by a rest as long as it took', async () => {
  const readMs = 0.8 * REST_MS_MAX
  const atMs: number[] = []
  const read = () =>
    turns.take('noisy', 'somebody', async () => {
      atMs.push(clock.now().getTime())
      await clock.sleep(readMs)
    })
  turns.note('quiet')
  void Promise.all([read(), read(), read(), read(), read()])
  await passTime(8 * readMs, 'quiet')
  // The first two were begun at once, out of the burst.
  const [third = 0, fourth = 0, fifth = 0] = atMs.slice(2)
  expect([fourth - third, fifth - fourth]).toEqual([2 * readMs, 2 * readMs])
})

const HOUR_MS = 3_600_000

async function setBack(): Promise<void> {
  await clock.set(new Date(clock.now().getTime() - HOUR_MS))
}

/** Leaves the group with a rest to take beside others. */
async function spendBurst(group: string): Promise<void> {
  const long = readFor(group, 5_000)
  await clock.advance(5_000)
  await long
  begun = []
}

test('a clock set back makes nobody wait longer than a bound', async () => {
  turns.note('quiet')
  await spendBurst('noisy')
  await setBack()
  turns.note('quiet')
  void readFor('noisy', READ_MS)
  await clock.advance(REST_MS_MAX)
  expect(begun).toHaveLength(1)
})

test('who was at work before the clock was set back is not at work for as long again', async () => {
  turns.note('quiet')
  await spendBurst('noisy')
  await setBack()
  void readFor('noisy', READ_MS)
  void readFor('noisy', READ_MS)
  await clock.advance(0)
  expect(begun).toHaveLength(2)
})

test('an organization that only changes things is at work as well', async () => {
  const caller = {
    userId: 'rosa',
    sessionId: 'session',
    impersonatorId: null,
    membership: { organizationId: 'quiet', role: 'ADMIN' as const },
    key: null,
    allowance: null,
  }
  const app = createApp({
    authenticator: {
      caller: () => Promise.resolve(caller),
      actor: () => Promise.resolve({ userId: 'rosa', ...caller.membership, projectIds: 'all' }),
    },
    clock,
    newId: () => 'an id',
    log: createCapturedLog(),
    metrics: createMetrics(),
    trustProxy: [],
    publicCallsPerMinute: 0,
    recordChange: () => {
      throw new Error('Nothing is written here.')
    },
    emitChange: () => undefined,
    socketAddress: () => '127.0.0.1',
  })
  const change = endpoint({
    name: 'change_something',
    method: 'POST',
    path: '/change',
    summary: 'Change something',
    access: 'lead.read',
    cost: 'bulk',
  })
  serve(app, change, () => Promise.resolve(undefined))
  turns = app.turns
  void readFor('noisy', 5_000)
  expect((await app.hono.request('/change', { method: 'POST' })).status).toBe(204)
  await clock.advance(5_000)
  void readFor('noisy', READ_MS)
  await clock.advance(REST_MS_MAX - 1)
  expect(begun).toHaveLength(1)
  await clock.advance(1)
  expect(begun).toHaveLength(2)
})
