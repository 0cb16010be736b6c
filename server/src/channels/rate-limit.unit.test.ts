import { expect, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createThrottle, readRetryAfterMs } from './rate-limit.ts'

const NOW = '2026-11-21T12:00:00Z'
const never = new AbortController().signal

function throttleOf(requests: number, windowMs: number) {
  const clock = createManualClock(NOW)
  return { clock, throttle: createThrottle({ clock, name: 'Larkhub', requests, windowMs }) }
}

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:05:00 GMT', 300_000],
  ['Sat, 21 Nov 2026 11:05:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
])('Retry-After: %s', (value, ms) => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': value }), new Date(NOW))).toBe(ms)
})

test('a throttle lets no more than its number leave in any window', async () => {
  const { clock, throttle } = throttleOf(3, 1000)
  const left: number[] = []
  const all = Promise.all(
    Array.from({ length: 10 }, async () => {
      await throttle.take(never)
      left.push(clock.now().getTime())
    }),
  )
  await clock.advance(10_000)
  await all
  expect(left).toHaveLength(10)
  for (const at of left) expect(left.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(3)
})

test('a wait too long for a worker is an error that says when', async () => {
  const { clock, throttle } = throttleOf(1, 3_600_000)
  await throttle.take(never)
  await expect(throttle.take(never)).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 3_600_000,
    message: 'Larkhub asks us to slow down; reading goes on in 60 minutes.',
  })
  await clock.advance(3_600_000)
  await throttle.take(never)
})

test('pauses do not add up, and a caller may give up waiting', async () => {
  const { clock, throttle } = throttleOf(100, 1000)
  throttle.pause(5_000)
  throttle.pause(3_000)
  const gone = new Error('gone')
  const giveUp = new AbortController()
  const waiting = throttle.take(giveUp.signal).catch((error: unknown) => error)
  giveUp.abort(gone)
  expect(await waiting).toBe(gone)
  await clock.advance(5_000)
  await throttle.take(never)
})
