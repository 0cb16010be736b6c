import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { createKeys } from './crypto.ts'
import type { JobHandler } from './jobs.ts'
import { createRateLimits, registerRateLimitPruning, requireAttempt, type RateLimits } from './rate-limits.ts'
import { platformScope } from './scopes.ts'

const MINUTE_MS = 60_000
const THREE = { name: 'three', max: 3, withinMs: 10 * MINUTE_MS }
const FIVE = { name: 'five', max: 5, withinMs: 60 * MINUTE_MS }
const HUNDRED = { name: 'hundred', max: 100, withinMs: MINUTE_MS }

let app: TestApp
let limits: RateLimits
beforeAll(async () => {
  app = await startTestApp()
  limits = createRateLimits({ db: app.db, clock: app.clock, keys: app.dependencies.keys })
})
afterAll(() => app.close())

const of = (name: string) => ({ limit: THREE, of: [name] })
const isCounted = async (...attempts: Parameters<RateLimits['count']>[0]) => 'counted' in (await limits.count(attempts))
const countRows = async () => {
  const query = sql<{ rows: number }>`select count(*)::int as rows from rate_limit`
  return (await app.db.transaction(platformScope(), (tx) => query.execute(tx))).rows[0]?.rows
}

describe('a limit', () => {
  test('allows as many attempts as it says, and refuses the next until the first is old enough', async () => {
    const first = await isCounted(of('a'))
    await app.clock.advance(MINUTE_MS)
    const next = [await isCounted(of('a')), await isCounted(of('a'))]
    const refused = await limits.count([of('a')])
    await app.clock.advance(9 * MINUTE_MS - 1)
    const justBefore = await limits.count([of('a')])
    await app.clock.advance(1)
    const after = [await isCounted(of('a')), await isCounted(of('a'))]

    expect([first, ...next]).toEqual([true, true, true])
    expect(refused).toEqual({ retryAfterMs: 9 * MINUTE_MS })
    expect(justBefore).toEqual({ retryAfterMs: 1000 })
    // One attempt became free, not three: no period of ten minutes has more than three.
    expect(after).toEqual([true, false])
  })

  test('counts each subject and each limit separately', async () => {
    for (let i = 0; i < 3; i++) await isCounted(of('b'))

    expect(await isCounted(of('b'))).toBe(false)
    expect(await isCounted(of('c'))).toBe(true)
    expect(await isCounted({ limit: FIVE, of: ['b'] })).toBe(true)
  })

  test('tells a subject of two parts from one part that reads the same', async () => {
    for (let i = 0; i < 3; i++) await isCounted({ limit: THREE, of: ['d', 'e'] })

    expect(await isCounted({ limit: THREE, of: ['d","e'] })).toBe(true)
    expect(await isCounted({ limit: THREE, of: ['de'] })).toBe(true)
  })

  test('allows no more than it says of a hundred attempts at once', async () => {
    const attempts = Array.from({ length: 100 }, () => isCounted({ limit: FIVE, of: ['race'] }, of('race')))

    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(3)
    expect(await isCounted({ limit: FIVE, of: ['race'] })).toBe(true)
  })

  test('allows no more than it says of attempts that saw room and then waited for each other', async () => {
    await isCounted(of('queue'))
    const holder = await app.database.pool.connect()
    await holder.query('begin; select from rate_limit for update')
    const attempts = Array.from({ length: 8 }, () => isCounted(of('queue')))
    const waiting = async () => (await holder.query('select from pg_locks where not granted')).rowCount ?? 0
    // The embedded database has only the held connection, where they come one after another.
    if (app.database.kind === 'postgres') await until(async () => (await waiting()) > 3)
    await holder.query('rollback')
    holder.release()

    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(2)
  })

  test('applies at once when it is lowered', async () => {
    for (let i = 0; i < 5; i++) await isCounted({ limit: FIVE, of: ['f'] })

    expect(await limits.count([{ limit: { ...FIVE, max: 2 }, of: ['f'] }])).toEqual({ retryAfterMs: 60 * MINUTE_MS })
  })
})

describe('several limits at once', () => {
  test('count nothing where one refuses, and answer the longest wait', async () => {
    for (let i = 0; i < 3; i++) await isCounted(of('g'))
    for (let i = 0; i < 5; i++) await isCounted({ limit: FIVE, of: ['g'] })
    const before = await countRows()
    const other = { limit: HUNDRED, of: ['g'] }

    expect(await limits.count([of('g'), other, { limit: FIVE, of: ['g'] }])).toEqual({ retryAfterMs: 60 * MINUTE_MS })
    expect(await countRows()).toBe(before)
  })
})

describe('a counted attempt', () => {
  test('can be given back, one at a time', async () => {
    const [first] = await Promise.all([limits.count([of('h')]), limits.count([of('h')]), limits.count([of('h')])])
    if ('counted' in first) await limits.giveBack(first.counted)

    expect([await isCounted(of('h')), await isCounted(of('h'))]).toEqual([true, false])
  })

  test('can be forgotten', async () => {
    for (let i = 0; i < 3; i++) await isCounted(of('i'))
    await limits.reset([of('i')])

    expect(await isCounted(of('i'))).toBe(true)
  })

  test('is unreadable without the secret, even to somebody who knows the limits', async () => {
    await isCounted(of('rosa@example.com'))
    const { rows } = await app.db.transaction(platformScope(), (tx) =>
      sql<{ row: string }>`select to_jsonb(rate_limit)::text as row from rate_limit`.execute(tx),
    )
    const stranger = createRateLimits({
      ...app.dependencies,
      keys: createKeys('another secret than that of the tests'),
    })
    const before = await countRows()
    await stranger.count([of('rosa@example.com')])

    expect(rows.map(({ row }) => row).join('\n')).not.toContain('rosa')
    expect(await countRows()).toBe((before ?? 0) + 1)
  })
})

test('a refusal says how long to wait, in words and as Retry-After', async () => {
  for (let i = 0; i < 3; i++) await requireAttempt(limits, [of('j')])
  await app.clock.advance(1000)
  const refusal = requireAttempt(limits, [of('j')], 'ask an admin')

  await expect(refusal).rejects.toMatchObject({
    status: 429,
    code: 'too_many_attempts',
    message: 'Too many attempts. Try again in 10 minutes, or ask an admin.',
    retryAfterMs: 10 * MINUTE_MS - 1000,
  })
})

test('attempts that no longer count are pruned, and nothing else', async () => {
  let prune: JobHandler<unknown> | undefined
  const jobs = { ...app.dependencies.jobs, every: () => undefined, work: (_: unknown, handler: JobHandler<never>) => {
    prune = handler as JobHandler<unknown>
  } } // oxfmt-ignore
  registerRateLimitPruning({ ...app.dependencies, jobs })
  await isCounted({ limit: FIVE, of: ['k'] })
  await app.clock.advance(61 * MINUTE_MS)
  await isCounted({ limit: HUNDRED, of: ['k'] })
  const { signal } = new AbortController()
  const unasked = {
    endsWith: () => false,
    isCrowding: () => Promise.resolve(false),
    progressed: () => Promise.resolve(),
  }
  await prune?.({}, { signal, leaving: signal, attempt: 1, ...unasked })

  expect(await countRows()).toBe(1)
  expect(await isCounted({ limit: FIVE, of: ['k'] })).toBe(true)
})
