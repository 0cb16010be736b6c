import { expect, test } from 'vitest'
import { WEBHOOK_TRIES_MAX, waitBeforeNextTry } from './webhooks.ts'

const HOUR_MS = 3_600_000

test('ten tries span three days, and there is no eleventh', () => {
  const waits = Array.from({ length: WEBHOOK_TRIES_MAX - 1 }, (_, index) => waitBeforeNextTry(index + 1, 0) ?? NaN)
  expect(waits.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000])
  expect(waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS).toBeCloseTo(75.585, 2)
  expect(waitBeforeNextTry(WEBHOOK_TRIES_MAX, 0)).toBeNull()
})

test('a wait grows by up to a tenth, at random', () => {
  expect(waitBeforeNextTry(2, 0.5)).toBe(315_000)
  expect(waitBeforeNextTry(2, 0.999)).toBeLessThan(330_000)
})

test('a receiver’s wish for a longer rest is honoured up to a day, and a shorter one changes nothing', () => {
  expect(waitBeforeNextTry(1, 0, 60_000)).toBe(60_000)
  expect(waitBeforeNextTry(2, 0, 60_000)).toBe(300_000)
  expect(waitBeforeNextTry(1, 0, 48 * HOUR_MS)).toBe(24 * HOUR_MS)
})
