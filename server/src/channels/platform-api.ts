import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { askPlatform, requireOk } from './ask-platform.ts'
import type { PlatformAnswer, PlatformBody, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { RateLimit } from './channel.ts'
import { createThrottle } from './rate-limit.ts'
import type { Throttle } from './rate-limit.ts'

/** The wait where the platform does not say how long. */
const PAUSE_MS = 60_000
/** How many hosts or keys are tracked before the oldest is dropped. */
const THROTTLES_MAX = 1_000

export interface PlatformApiOptions {
  /** The platform's name for people. */
  name: string
  fetch: OutboundFetch
  clock: Clock
  /** One asker's limit: at most so many requests in any window of so many milliseconds. */
  requests: number
  windowMs: number
  /** The platform's own kinds of failure; undefined where the answer is none. Without it the status alone decides. */
  failureOf?: (answer: PlatformAnswer, call: PlatformCall) => ChannelError | undefined
}

export interface PlatformQuestion {
  signal: AbortSignal
  headers?: Record<string, string>
  body?: PlatformBody
  /** Whose limit this counts against, where there are several: a host, or a key. */
  who?: string | undefined
}

export interface PlatformApi {
  readonly name: string
  /** The answer to a successful request; every other outcome is a ChannelError. Waits its turn first. */
  ask: (url: URL, question: PlatformQuestion) => Promise<PlatformAnswer>
}

/** A platform's API with its limit kept and its failures as ChannelErrors. */
export function createPlatformApi(options: PlatformApiOptions): PlatformApi {
  const { name, fetch, clock, failureOf = statusFailure } = options
  const throttleOf = createThrottles(options)
  return {
    name,
    async ask(url, { signal, headers, body, who = '' }) {
      const throttle = throttleOf(who)
      await throttle.take(signal)
      const call = { fetch, name, now: () => clock.now(), signal }
      const answer = await askPlatform(url, call, headers, body)
      const failure = failureOf(answer, call)
      if (failure?.kind === 'rate_limited') throttle.pause(failure.retryAfterMs ?? PAUSE_MS)
      if (failure) throw failure
      return answer
    },
  }
}

/** The failure behind a status; undefined where it means success. */
export function statusFailure(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  try {
    requireOk(answer, call)
    return undefined
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
}

function createThrottles({ clock, name, requests, windowMs }: PlatformApiOptions): (who: string) => Throttle {
  const made = new Map<string, Throttle>()
  return (who) => {
    const throttle = made.get(who) ?? createThrottle({ clock, name, requests, windowMs })
    made.delete(who)
    made.set(who, throttle)
    const [oldest] = made.keys()
    if (made.size > THROTTLES_MAX && oldest !== undefined) made.delete(oldest)
    return throttle
  }
}

/** How a platform states when its limit resets. */
type ResetUnit = 'epoch_seconds' | 'seconds_left' | 'date_or_epoch_seconds'

/** The limit as headers state it, with the prefix `x-ratelimit-` by default. */
export function limitsFrom(headers: Headers, now: Date, unit: ResetUnit, prefix = 'x-ratelimit-'): RateLimit {
  const remaining = numberOf(headers.get(`${prefix}remaining`))
  const resetMs = resetMsOf(headers.get(`${prefix}reset`), now, unit)
  return {
    remaining: remaining === null ? null : Math.max(0, Math.floor(remaining)),
    resetAt: resetMs === null ? null : new Date(resetMs),
    retryAfterMs: null,
  }
}

function resetMsOf(value: string | null, now: Date, unit: ResetUnit): number | null {
  const seconds = numberOf(value)
  if (seconds === null) {
    const at = unit === 'date_or_epoch_seconds' && value !== null ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? null : at
  }
  if (seconds < 0 || seconds > 10_000_000_000) return null
  return unit === 'seconds_left' ? now.getTime() + seconds * 1000 : seconds * 1000
}

function numberOf(value: string | null): number | null {
  if (value === null || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
