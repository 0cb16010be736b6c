import { expect, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createCallCounter, WINDOW_MS } from './allowance.ts'

const START = '2026-11-02T09:00:00Z'
/** How many callers are counted at once. */
const CALLERS_MAX = 100_000

test("a caller's allowance is renewed a minute after the first call", async () => {
  const clock = createManualClock(START)
  const count = createCallCounter({ policy: 'client', callsMax: 2 }, clock)

  expect([count?.('a').left, count?.('a').left, count?.('a').left, count?.('b').left]).toEqual([1, 0, -1, 1])
  await clock.advance(WINDOW_MS - 1)
  expect(count?.('a')).toMatchObject({ policy: 'client', left: -2, resetsInMs: 1 })
  await clock.advance(1)
  expect(count?.('a')).toMatchObject({ left: 1, resetsInMs: WINDOW_MS })
})

test('beyond the most callers counted, those whose window began first are dropped', () => {
  const count = createCallCounter({ policy: 'client', callsMax: 9 }, createManualClock(START))
  for (let caller = 0; caller < CALLERS_MAX; caller++) count?.(String(caller))
  count?.('one too many')

  expect(count?.('1').left).toBe(7)
  expect(count?.(String(CALLERS_MAX - 1)).left).toBe(7)
  expect(count?.('0').left).toBe(8)
})

test('nobody is counted where there is no limit', () => {
  expect(createCallCounter({ policy: 'client', callsMax: 0 }, createManualClock(START))).toBeUndefined()
})
