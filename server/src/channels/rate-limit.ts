import type { Clock } from '../platform/clock.ts'
import { ChannelError } from './channel.ts'

const LONGEST_WAIT_MS = 10_000

/** `Retry-After` (RFC 9110 §10.2.3): seconds or a date. Undefined when it is absent or neither. */
export function readRetryAfterMs(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)
  const at = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

export interface Throttle {
  /**
   * Resolves when another request may leave. It waits up to 10 seconds; a longer wait is a ChannelError
   * (`rate_limited`) that says when, so that no worker is blocked.
   */
  take(signal: AbortSignal): Promise<void>
  /** Lets no request leave for `ms`, as the platform asked. Several pauses do not add up. */
  pause(ms: number): void
}

interface ThrottleOptions {
  clock: Clock
  /** The platform's name for people. */
  name: string
  /** At most `requests` in any `windowMs`, counted in this process. */
  requests: number
  windowMs: number
}

/** Keeps a platform's limit for one process by remembering when its last requests left. */
export function createThrottle({ clock, name, requests, windowMs }: ThrottleOptions): Throttle {
  let left: number[] = []
  let pausedUntilMs = 0

  function waitMs(): number {
    const nowMs = clock.now().getTime()
    left = left.filter((atMs) => atMs > nowMs - windowMs)
    const oldest = left.length >= requests ? left[left.length - requests] : undefined
    const forWindow = oldest === undefined ? 0 : oldest + windowMs - nowMs
    return Math.max(forWindow, pausedUntilMs - nowMs, 0)
  }

  return {
    async take(signal) {
      for (let wait = waitMs(); wait > 0; wait = waitMs()) {
        if (wait > LONGEST_WAIT_MS) throw rateLimited(name, wait)
        await clock.sleep(wait, signal)
      }
      signal.throwIfAborted()
      left.push(clock.now().getTime())
    },
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.now().getTime() + ms)
    },
  }
}

export function rateLimited(name: string, retryAfterMs: number): ChannelError {
  const message = `${name} asks us to slow down; reading goes on in ${inWords(retryAfterMs)}.`
  return new ChannelError('rate_limited', message, retryAfterMs)
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
