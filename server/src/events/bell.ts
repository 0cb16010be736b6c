import { createAlarm } from '../platform/alarm.ts'
import type { Clock } from '../platform/clock.ts'
import type { Notices } from '../platform/notices.ts'

/** How often a stream looks for what it may not have been told of; more seldom while other processes are heard. */
const LOOK_EVERY_MS = 500
const HEARING_LOOK_EVERY_MS = 5_000
/** However often it is rung for, a stream looks no sooner than this after it looked last. */
const LOOKS_APART_MS = 40

/** What an event stream waits by for the next look. */
export interface Bell {
  /** Resolves when there may be something to see, or once the stream has ended. */
  wait(): Promise<void>
  leave(): void
}

export function createBell(
  { clock, notices }: { clock: Clock; notices: Notices },
  topic: string,
  ended: AbortSignal,
): Bell {
  const alarm = createAlarm(clock)
  const leave = notices.hear(topic, () => alarm.ring())
  ended.addEventListener('abort', () => alarm.ring(), { once: true })
  let lookedAt = -Infinity
  return {
    async wait() {
      await alarm.sleep(notices.isHearing() ? HEARING_LOOK_EVERY_MS : LOOK_EVERY_MS)
      const leftMs = lookedAt + LOOKS_APART_MS - clock.now().getTime()
      if (leftMs > 0 && !ended.aborted) await clock.sleep(leftMs)
      lookedAt = clock.now().getTime()
    },
    leave,
  }
}
