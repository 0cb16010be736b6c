import type { Clock } from './clock.ts'

/** Calls are counted in windows of a minute, each beginning with the first call after the last one's end. */
export const WINDOW_MS = 60_000
/** Beyond it those whose window is over are let go; about 10 MB. */
const CALLERS_MAX = 100_000

/** What a caller may still call. */
export interface Allowance {
  /** What it is counted by. */
  policy: 'key' | 'session'
  callsMax: number
  /** Below 0 for a call that is one too many. */
  left: number
  /** How long until there is a new window. */
  resetsInMs: number
}

interface Window {
  beganAt: Date
  calls: number
}

export function allowanceOf(
  { policy, callsMax }: Pick<Allowance, 'policy' | 'callsMax'>,
  { beganAt, calls }: Window,
  now: Date,
): Allowance {
  const resetsInMs = Math.max(0, beganAt.getTime() + WINDOW_MS - now.getTime())
  return { policy, callsMax, left: callsMax - calls, resetsInMs }
}

/** The fields `RateLimit-Policy` and `RateLimit`, after draft-ietf-httpapi-ratelimit-headers-11. */
export function allowanceHeaders({ policy, callsMax, left, resetsInMs }: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${callsMax};w=${WINDOW_MS / 1000}`,
    ratelimit: `"${policy}";r=${Math.max(0, left)};t=${Math.ceil(resetsInMs / 1000)}`,
  }
}

/** Counts calls in this process's memory; undefined where `callsMax` is 0, which counts none. */
export function createCallCounter(callsMax: number, clock: Clock): ((caller: string) => Allowance) | undefined {
  if (callsMax === 0) return undefined
  const windows = new Map<string, Window>()
  const isOver = ({ beganAt }: Window, now: Date) => beganAt.getTime() + WINDOW_MS <= now.getTime()
  return (caller) => {
    const now = clock.now()
    const known = windows.get(caller)
    const window = known && !isOver(known, now) ? known : { beganAt: now, calls: 0 }
    window.calls += 1
    if (!known && windows.size >= CALLERS_MAX) {
      for (const [other, theirs] of windows) if (isOver(theirs, now)) windows.delete(other)
    }
    windows.set(caller, window)
    return allowanceOf({ policy: 'session', callsMax }, window, now)
  }
}
