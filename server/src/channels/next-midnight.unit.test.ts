import { expect, test } from 'vitest'
import { nextMidnight } from './next-midnight.ts'

test.each([
  { now: '2026-11-21T12:00:00.250Z', midnight: '2026-11-22T08:00:00.000Z' },
  { now: '2026-11-22T08:00:00.000Z', midnight: '2026-11-23T08:00:00.000Z' },
  { now: '2026-11-22T07:59:59.999Z', midnight: '2026-11-22T08:00:00.000Z' },
  { now: '2026-07-01T06:00:00.000Z', midnight: '2026-07-01T07:00:00.000Z' },
  // The day the clocks go forward has 23 hours, the one they go back 25.
  { now: '2026-03-08T08:30:00.000Z', midnight: '2026-03-09T07:00:00.000Z' },
  { now: '2026-11-01T07:30:00.000Z', midnight: '2026-11-02T08:00:00.000Z' },
])('after $now the next day in California begins at $midnight', ({ now, midnight }) => {
  expect(nextMidnight(new Date(now), 'America/Los_Angeles').toISOString()).toBe(midnight)
})
