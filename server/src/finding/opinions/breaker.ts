import type { FailedAs } from '../../ai/model-failure.ts'
import type { Clock } from '../../platform/clock.ts'

/** So many failures of the provider in a row mean that it is down. */
const FAILURES_MAX = 3
/**
 * A model that never gives a usable answer is not worth its price either. The limit is higher, as single posts can
 * cause one.
 */
const UNUSABLE_MAX = 20
/** How long a provider that is down is left alone before the next try. */
export const PAUSE_MS = 60_000
/** The longest pause, whatever the provider asks for. */
const PAUSE_MS_MAX = 15 * 60_000

/**
 * Keeps a process from asking a provider that is down about every post: one request a minute tests whether it is back.
 */
export interface Breaker {
  /**
   * Whether a request may go out now. While the provider is down, one request per pause may; its caller must report the
   * outcome.
   */
  mayAsk(): boolean
  isPaused(): boolean
  succeeded(): void
  failed(as: FailedAs, retryAfterMs: number | null): void
  /** Reports that the request, perhaps the one test request, was cancelled. */
  calledOff(): void
}

export function createBreaker({ clock }: { clock: Clock }): Breaker {
  let failures = 0
  let unusable = 0
  let pausedUntil = 0
  let isLooking = false

  function pause(ms: number): void {
    pausedUntil = Math.max(pausedUntil, clock.now().getTime() + ms)
  }

  const isOpen = () => pausedUntil > 0
  return {
    mayAsk() {
      if (!isOpen()) return true
      if (isLooking || clock.now().getTime() < pausedUntil) return false
      isLooking = true
      return true
    },
    isPaused: () => isOpen() && (isLooking || clock.now().getTime() < pausedUntil),
    succeeded() {
      failures = 0
      unusable = 0
      pausedUntil = 0
      isLooking = false
    },
    failed(as, retryAfterMs) {
      isLooking = false
      // A filter refuses one post; the next may pass.
      if (as === 'refused') return
      if (as === 'unusable') unusable += 1
      else failures += 1
      const isDown = isOpen() || failures >= FAILURES_MAX || unusable >= UNUSABLE_MAX
      if (retryAfterMs !== null) pause(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, retryAfterMs)))
      else if (isDown) pause(PAUSE_MS)
    },
    calledOff() {
      isLooking = false
    },
  }
}
