import type { Clock } from './clock.ts'

/** The length of a counting window. A caller's first call after a window ends starts the next one. */
export const WINDOW_MS = 60_000
/** Beyond this the callers whose windows began first are dropped; about 10 MB. */
const CALLERS_MAX = 100_000

/** How many calls a caller has left. A heavy call counts as several: see `cost` in the contract's endpoints. */
export interface Allowance {
  /** What it is counted by; a client is an IPv4 address or an IPv6 network. */
  policy: 'key' | 'session' | 'person' | 'client' | 'organization' | 'address'
  callsMax: number
  /** Below 0 also after a call that was let through and took more than was left. */
  left: number
  /** Whether nothing was left for this call. */
  isSpent: boolean
  /** How long until the next window. */
  resetsInMs: number
}

interface Window {
  beganAt: Date
  calls: number
}

/** The allowance after a call of this cost, which the window's `calls` include. */
export function allowanceOf(
  { policy, callsMax }: Pick<Allowance, 'policy' | 'callsMax'>,
  { beganAt, calls }: Window,
  { now, cost }: { now: Date; cost: number },
): Allowance {
  const resetsInMs = Math.max(0, beganAt.getTime() + WINDOW_MS - now.getTime())
  // Not whether all of it is left: otherwise a heavy call would be refused while light ones go on.
  return { policy, callsMax, left: callsMax - calls, isSpent: calls - cost >= callsMax, resetsInMs }
}

/** The one that a caller meets first: spent, or with less left. Null where neither is counted. */
export function tighterOf(one: Allowance | null, other: Allowance | null): Allowance | null {
  if (!one || !other) return one ?? other
  return other.isSpent || other.left < one.left ? other : one
}

/** The headers `RateLimit-Policy` and `RateLimit`, after draft-ietf-httpapi-ratelimit-headers-11. */
export function allowanceHeaders({ policy, callsMax, left, resetsInMs }: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${callsMax};w=${WINDOW_MS / 1000}`,
    ratelimit: `"${policy}";r=${Math.max(0, left)};t=${Math.ceil(resetsInMs / 1000)}`,
  }
}

export type CallCounter = (caller: string, cost: number) => Allowance

/** Counts calls in bounded memory of this process; undefined where `callsMax` is 0, which counts none. */
export function createCallCounter(
  { policy, callsMax }: Pick<Allowance, 'policy' | 'callsMax'>,
  clock: Clock,
): CallCounter | undefined {
  if (callsMax === 0) return undefined
  // In the order in which the windows began.
  const windows = new Map<string, Window>()
  const isOver = ({ beganAt }: Window, now: Date) => beganAt.getTime() + WINDOW_MS <= now.getTime()
  const makeRoom = (now: Date) => {
    for (const [caller, window] of windows) {
      if (windows.size < CALLERS_MAX && !isOver(window, now)) return
      windows.delete(caller)
    }
  }
  return (caller, cost) => {
    const now = clock.now()
    let window = windows.get(caller)
    if (!window || isOver(window, now)) {
      makeRoom(now)
      windows.delete(caller)
      window = { beganAt: now, calls: 0 }
      windows.set(caller, window)
    }
    window.calls += cost
    return allowanceOf({ policy, callsMax }, window, { now, cost })
  }
}
