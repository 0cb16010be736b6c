import { Agent } from 'undici'
import { guardedLookup, systemResolve } from './guarded-lookup.ts'
import type { Resolve } from './guarded-lookup.ts'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import { startDeadline } from './deadline.ts'
import { OutboundError } from './outbound-error.ts'
import { travel } from './outbound-journey.ts'
import type { Agents } from './outbound-journey.ts'
import { createSockets } from './outbound-sockets.ts'
import type { OutboundSocket } from './outbound-sockets.ts'
import { firstRequest } from './outbound-request.ts'
import type { OutboundInit } from './outbound-request.ts'
import { checkTarget, parseTarget } from './outbound-target.ts'
import type { Target, TargetRules } from './outbound-target.ts'

const WEB_PORTS = [80, 443, 8080, 8443]

export interface OutboundLimits {
  connectMs: number
  /** From the request to the last header, restarted at each redirect. */
  headersMs: number
  /** From one piece of the body to the next, while somebody reads. */
  idleMs: number
  /** The whole exchange, redirects and body included. */
  totalMs: number
  /** Size of the body, after decompression. */
  maxBytes: number
}

/** For an answer that goes on as long as both sides live: only silence ends it. */
export function streamLimits(idleMs: number): Pick<OutboundLimits, 'idleMs' | 'totalMs' | 'maxBytes'> {
  return { idleMs, totalMs: Infinity, maxBytes: Infinity }
}

const LIMITS: OutboundLimits = {
  connectMs: 10_000,
  headersMs: 15_000,
  idleMs: Infinity,
  totalMs: 30_000,
  maxBytes: 5_000_000,
}

/**
 * Fetches one URL. Resolves with a Response whose `url` is the last one requested. Throws OutboundError, or the reason
 * of `init.signal` once that is aborted; reading the body throws the same. `init.limits` sets limits for this request.
 */
export type OutboundFetch = (
  url: string | URL,
  init?: OutboundInit & { limits?: Partial<Omit<OutboundLimits, 'connectMs'>> },
) => Promise<Response>

export interface Outbound {
  /** For URLs that came from a user or a fetched page: public addresses on the usual ports only. */
  guarded: OutboundFetch
  /** For base URLs the operator configured: any address and port. A redirect to another origin is guarded again. */
  operator: OutboundFetch
  /** A WebSocket to an address that `guarded` would allow. */
  guardedSocket: OutboundSocket
  /** A WebSocket to an address the operator configured. */
  operatorSocket: OutboundSocket
  /** Throws OutboundError for a URL that `guarded` would refuse whatever its name resolves to; sends nothing. */
  check: (url: string | URL) => void
  close(): Promise<void>
}

export interface OutboundOptions {
  /** Says who we are and how to reach us, as in `Leadlight/1.0 (+https://leads.example.com)`. */
  userAgent: string
  /** `host:port` entries that are always allowed, whatever their address. */
  allow?: readonly string[]
  ports?: readonly number[]
  limits?: Partial<OutboundLimits>
  clock?: Clock
  resolve?: Resolve
  log?: { warn(fields: object, message: string): void }
  /** Throws when called inside an open transaction: a slow host must not hold database locks. */
  assertNoTransaction?: () => void
}

/** The server's only way out over HTTP, WebSockets included. */
export function createOutbound(options: OutboundOptions): Outbound {
  const limits = { ...LIMITS, ...options.limits }
  const agents = createAgents(options.resolve ?? systemResolve, limits)
  const rules: TargetRules = {
    ports: new Set(options.ports ?? WEB_PORTS),
    allow: new Set(options.allow?.map((entry) => entry.trim().toLowerCase())),
  }
  const guard = (url: string | URL) => checkTarget(url, rules)
  const trust = (url: string | URL) => ({ url: parseTarget(url), trusted: true })
  const sockets = createSockets({ ...options, connectMs: limits.connectMs })

  function fetchVia(checkFirst: (url: string | URL) => Target): OutboundFetch {
    return async (input, init = {}) => {
      options.assertNoTransaction?.()
      const bounds = { ...limits, ...init.limits }
      const request = firstRequest(init, options.userAgent)
      try {
        const first = checkFirst(input)
        const deadline = startDeadline(options.clock ?? systemClock, { host: first.url.host, ...bounds }, init.signal)
        const redirect = init.redirect ?? 'follow'
        return await deadline.guard(
          travel({ first, request, redirect, deadline, maxBytes: bounds.maxBytes, checkTarget: guard, agents }),
        )
      } catch (error) {
        if (error instanceof OutboundError && error.kind === 'private_address')
          options.log?.warn({ kind: error.kind }, error.message)
        throw error
      }
    }
  }

  return {
    guarded: fetchVia(guard),
    operator: fetchVia(trust),
    guardedSocket: sockets.via(guard),
    operatorSocket: sockets.via(trust),
    check: (url) => void guard(url),
    async close() {
      sockets.close()
      await Promise.all([agents.checked.destroy(), agents.open.destroy()])
    },
  }
}

function createAgents(resolve: Resolve, { connectMs }: OutboundLimits): Agents {
  // The deadline is the real bound; undici's own timers back it up in case a socket outlives its request.
  const agent = (onlyPublic: boolean) =>
    new Agent({
      connect: { lookup: guardedLookup(resolve, { onlyPublic }), timeout: connectMs },
      headersTimeout: 600_000,
      bodyTimeout: 600_000,
      connections: 16,
    })
  return { checked: agent(true), open: agent(false) }
}
