import type { Clock } from '@leadlight/server/platform/clock'

export interface VirtualClock extends Clock {
  /** Lets time pass at once. */
  skip(ms: number): void
}

/** A clock whose sleeps are over at once: time has passed, and nobody has waited. Otherwise it runs as the system's. */
export function createVirtualClock(): VirtualClock {
  let skippedMs = 0
  return {
    now: () => new Date(Date.now() + skippedMs),
    skip(ms) {
      skippedMs += ms
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      skippedMs += ms
    },
  }
}
