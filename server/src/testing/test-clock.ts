import type { Clock } from '../platform/clock.ts'

/** A clock that stands still until a test moves it; sleepers wake when it passes their time. */
export interface TestClock extends Clock {
  set(instant: Date | string): void
  advance(ms: number): void
}

export function createTestClock(start = '2026-11-02T09:00:00.000Z'): TestClock {
  let nowMs = new Date(start).getTime()
  const sleepers = new Set<{ wakeMs: number; wake: () => void }>()
  const move = (ms: number) => {
    nowMs = ms
    for (const sleeper of [...sleepers].toSorted((a, b) => a.wakeMs - b.wakeMs)) {
      if (sleeper.wakeMs <= nowMs) sleeper.wake()
    }
  }
  return {
    now: () => new Date(nowMs),
    set: (instant) => move(new Date(instant).getTime()),
    advance: (ms) => move(nowMs + ms),
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      if (signal?.aborted) {
        reject(signal.reason as Error)
        return promise
      }
      const stop = () => {
        sleepers.delete(sleeper)
        signal?.removeEventListener('abort', onAbort)
      }
      const onAbort = () => {
        stop()
        reject(signal?.reason as Error)
      }
      const sleeper = {
        wakeMs: nowMs + ms,
        wake: () => {
          stop()
          resolve()
        },
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', onAbort, { once: true })
      return promise
    },
  }
}
