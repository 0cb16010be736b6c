import type { Clock } from './clock.ts'
import { slept } from './clock.ts'

/** A sleep that can be cut short. A ring while nobody sleeps cuts the next sleep short. */
export interface Alarm {
  ring(): void
  /** Resolves after `ms`, or at the next ring. */
  sleep(ms: number): Promise<void>
}

export function createAlarm(clock: Clock): Alarm {
  let current = new AbortController()
  return {
    ring: () => current.abort(),
    async sleep(ms) {
      await slept(clock, ms, current.signal)
      current = new AbortController()
    },
  }
}
