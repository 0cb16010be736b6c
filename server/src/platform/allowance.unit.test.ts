import { expect, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createCallCounter, tighterOf, WINDOW_MS, type Allowance } from './allowance.ts'

const START = '2026-11-02T09:00:00Z'
/** How many callers are counted at once. */
const CALLERS_MAX = 100_000

test("a caller's allowance is renewed a minute after the first call", async () => {
  const clock = createManualClock(START)
  const count = createCallCounter({ policy: 'client', callsMax: 2 }, clock)

  const left = ['a', 'a', 'a', 'b'].map((caller) => count?.(caller, 1).left)
  expect(left).toEqual([1, 0, -1, 1])
  await clock.advance(WINDOW_MS - 1)
  expect(count?.('a', 1)).toMatchObject({ policy: 'client', left: -2, isSpent: true, resetsInMs: 1 })
  await clock.advance(1)
  expect(count?.('a', 1)).toMatchObject({ left: 1, isSpent: false, resetsInMs: WINDOW_MS })
})

test('a heavy call counts as several, and is let through while anything is left', () => {
  const count = createCallCounter({ policy: 'session', callsMax: 10 }, createManualClock(START))

  const calls = [1, 50, 1].map((cost) => count?.('a', cost))
  expect(calls).toMatchObject([
    { left: 9, isSpent: false },
    { left: -41, isSpent: false },
    { left: -42, isSpent: true },
  ])
})

test.each<[string, Partial<Allowance>, Partial<Allowance>, Allowance['policy']]>([
  ['with less left', { left: 3 }, { left: 4 }, 'session'],
  ['with less left', { left: 5 }, { left: 4 }, 'organization'],
  ['that is spent', { left: -60 }, { left: -1, isSpent: true }, 'organization'],
])('of two allowances a caller is told the one %s', (_, own, shared, policy) => {
  const some = { callsMax: 10, left: 9, isSpent: false, resetsInMs: 1 }
  const of = {
    session: { ...some, policy: 'session', ...own },
    all: { ...some, policy: 'organization', ...shared },
  } as const

  expect(tighterOf(of.session, of.all)).toMatchObject({ policy })
  expect([tighterOf(of.session, null), tighterOf(null, of.all), tighterOf(null, null)]).toEqual([
    of.session,
    of.all,
    null,
  ])
})

test('beyond the most callers counted, those whose window began first are dropped', () => {
  const count = createCallCounter({ policy: 'client', callsMax: 9 }, createManualClock(START))
  for (let caller = 0; caller < CALLERS_MAX; caller++) count?.(String(caller), 1)
  count?.('one too many', 1)

  expect(count?.('1', 1).left).toBe(7)
  expect(count?.(String(CALLERS_MAX - 1), 1).left).toBe(7)
  expect(count?.('0', 1).left).toBe(8)
})

test('nobody is counted where there is no limit', () => {
  expect(createCallCounter({ policy: 'client', callsMax: 0 }, createManualClock(START))).toBeUndefined()
})
