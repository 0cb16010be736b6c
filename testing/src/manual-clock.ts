import type { Clock } from '@leadlight/server/platform/clock'

export interface ManualClock extends Clock {
  /** Advances the time and wakes, in order, every sleeper whose time has come. */
  advance(ms: number): Promise<void>
  /** Sets the time, later or earlier; sleepers whose time has come wake. */
  set(instant: Date | string): Promise<void>
  /** How many sleeps are waiting now. */
  sleeping(): number
}

interface Sleeper {
  wakeAt: number
  wake: () => void
}

/** A clock that stands still until it is told to move. */
export function createManualClock(start: Date | string): ManualClock {
  let nowMs = new Date(start).getTime()
  let sleepers: Sleeper[] = []

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return promise
    }
    const sleeper: Sleeper = { wakeAt: nowMs + ms, wake: resolve }
    sleepers.push(sleeper)
    const onAbort = () => {
      sleepers = sleepers.filter((other) => other !== sleeper)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  async function advance(ms: number): Promise<void> {
    const target = nowMs + ms
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      const due = sleepers.filter(({ wakeAt }) => wakeAt <= target).sort((a, b) => a.wakeAt - b.wakeAt)[0]
      if (!due) break
      sleepers = sleepers.filter((other) => other !== due)
      nowMs = Math.max(nowMs, due.wakeAt)
      due.wake()
      await new Promise((resolve) => setImmediate(resolve))
    }
    nowMs = target
  }

  async function set(instant: Date | string): Promise<void> {
    await advance(new Date(instant).getTime() - nowMs)
  }

  return { now: () => new Date(nowMs), sleep, advance, set, sleeping: () => sleepers.length }
}
