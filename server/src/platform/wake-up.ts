import type { Clock } from './clock.ts'
import { slept } from './clock.ts'

/** A sleep that can be cut short. A wake while nobody sleeps cuts the next sleep short. */
export interface WakeUp {
  wake(): void
  /** Resolves after `ms`, or at the next wake. */
  sleep(ms: number): Promise<void>
}

export function createWakeUp(clock: Clock): WakeUp {
  let current = new AbortController()
  return {
    wake: () => current.abort(),
    async sleep(ms) {
      await slept(clock, ms, current.signal)
      current = new AbortController()
    },
  }
}
