import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChannelError } from '../../channels/channel.ts'
import { pollEvery, retryAfter, type Load } from './poll-times.ts'

test('a server that asks to wait a hundred thousand years is polled again the next day', () => {
  const error = new ChannelError('rate_limited', 'Not now.', Number.MAX_SAFE_INTEGER)
  expect(retryAfter(error, { failures: 1, everyMs: 240_000 })).toBe(24 * 60 * 60_000)
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The platform allows 1,440 requests a day, one a minute; each watch is wanted every five minutes. */
const INSTALLATION = {
  platformSources: [{ platform: 'slow', sources: null, reading: 'search' as const, pollsPerDay: 1_440 }],
  everyMs: 5 * MINUTE_MS,
}

/** Minutes between polls of a watch that one of the projects at `at` listens to. */
function minutesOf(loads: readonly Omit<Load, 'listening'>[], at: number): number {
  const listening = loads.map((load, index) => ({ ...load, listening: index === at ? 1 : 0 }))
  return pollEvery(INSTALLATION, { platform: 'slow' }, { loads: listening, isStreamed: false }) / MINUTE_MS
}

test.each([
  { why: 'few are asked as often as is wanted', loads: [{ watches: 5, projects: 1 }], minutes: [5] },
  { why: 'many of one project share what there is', loads: [{ watches: 60, projects: 1 }], minutes: [60] },
  { why: 'equal projects share it evenly', loads: [{ watches: 60, projects: 10 }], minutes: [600] },
  {
    why: 'a project with a thousand takes nothing from those with few, and has all that these leave',
    loads: [
      { watches: 1, projects: 2 },
      { watches: 1_000, projects: 1 },
    ],
    minutes: [5, 1_000 / 0.6],
  },
  {
    why: 'what a small one leaves goes to the larger ones evenly',
    loads: [
      { watches: 1, projects: 1 },
      { watches: 10, projects: 1 },
      { watches: 100, projects: 1 },
    ],
    minutes: [5, 25, 250],
  },
])('of the queries to a platform with a low limit, $why', ({ loads, minutes }) => {
  const found = loads.map((_, at) => minutesOf(loads, at))
  for (const [at, expected] of minutes.entries()) expect(found[at]).toBeCloseTo(expected, 3)
})

test('no mix of projects exceeds the platform’s limit, nor the wanted interval of a watch', () => {
  const load = fc.record({
    watches: fc.double({ min: 0.01, max: 5_000, noNaN: true }),
    projects: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(load, { minLength: 1, maxLength: 8 }), (loads) => {
      const minutes = loads.map((_, at) => minutesOf(loads, at))
      expect(Math.min(...minutes)).toBeGreaterThanOrEqual(5)
      const perDay = loads.reduce(
        (sum, { watches, projects }, at) => sum + (watches * projects * DAY_MS) / MINUTE_MS / minutes[at]!,
        0,
      )
      expect(perDay).toBeLessThanOrEqual(1_440 * 1.000001)
    }),
  )
})
