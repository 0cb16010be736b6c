import type { Clock } from '../src/platform/clock.ts'

const DAY_MS = 86_400_000

export interface StoryClock extends Clock {
  /** It is this many days before the present, and goes on from there. */
  goTo(daysAgo: number): void
}

/** A clock that shows the present until it is set back; waiting takes as long as ever. */
export function createStoryClock(present: Clock): StoryClock {
  let behindMs = 0
  return {
    now: () => new Date(present.now().getTime() - behindMs),
    sleep: (ms, signal) => present.sleep(ms, signal),
    goTo(daysAgo) {
      behindMs = daysAgo * DAY_MS
    },
  }
}
