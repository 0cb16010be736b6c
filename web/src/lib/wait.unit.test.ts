import { expect, test } from 'vitest'
import { keepTrying } from './wait.ts'

test('pauses grow from a second to half a minute, until it is stopped', async () => {
  const stop = new AbortController()
  const pauses: number[] = []
  let attempts = 0
  const pause = (delayMs: number) => {
    pauses.push(delayMs)
    if (pauses.length === 8) stop.abort()
    return Promise.resolve()
  }
  const attempt = () => {
    attempts += 1
    return Promise.resolve()
  }
  await keepTrying(attempt, stop.signal, pause)
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  expect(attempts).toBe(7)
})
