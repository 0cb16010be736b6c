import type { Socket } from 'node:net'
import { Agent, buildConnector, WebSocket } from 'undici'
import { guardedLookup, systemResolve } from './guarded-lookup.ts'
import type { Resolve } from './guarded-lookup.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { createFrameQueue } from './frame-queue.ts'
import { explainFailure, OutboundError } from './outbound-error.ts'
import type { Target } from './outbound-target.ts'

export interface SocketLimits {
  /** From the request to the open connection. */
  openMs: number
  /** From one frame to the next. */
  idleMs: number
  maxFrameBytes: number
  /** How much may wait for a reader slower than the other side. */
  queuedCharsMax: number
}

const LIMITS: SocketLimits = { openMs: 15_000, idleMs: 60_000, maxFrameBytes: 1_000_000, queuedCharsMax: 8_000_000 }

/**
 * The text frames of a WebSocket (`ws:`, `wss:`), in order, each once; other frames are skipped. It connects when the
 * first frame is asked for and only ends by throwing: an OutboundError (SocketEnded once it was open), or the reason of
 * `signal`. It closes when the reader stops. Redirects are not followed.
 */
export type OutboundSocket = (
  url: string | URL,
  init?: { signal?: AbortSignal; limits?: Partial<SocketLimits> },
) => AsyncGenerator<string, never, void>

/** An open connection ended: the other side closed it, or sent faster than the reader read. */
export class SocketEnded extends OutboundError {
  readonly why: 'closed' | 'too_slow'

  constructor(why: 'closed' | 'too_slow', host: string) {
    const message = why === 'closed' ? `${host} ended the connection.` : `${host} sends faster than it can be read.`
    super('unreachable', message)
    this.why = why
  }
}

interface SocketsOptions {
  userAgent: string
  connectMs: number
  clock?: Clock
  resolve?: Resolve
  log?: { warn(fields: object, message: string): void }
  assertNoTransaction?: () => void
}

export function createSockets(options: SocketsOptions): {
  via: (checkFirst: (url: string | URL) => Target) => OutboundSocket
  close: () => void
} {
  const open = new Set<Connection>()

  async function* listenTo(
    checkFirst: (url: string | URL) => Target,
    input: string | URL,
    { signal, limits }: { signal?: AbortSignal; limits?: Partial<SocketLimits> } = {},
  ): AsyncGenerator<string, never, void> {
    options.assertNoTransaction?.()
    signal?.throwIfAborted()
    const target = checkFirst(String(input).replace(/^ws(s?):/i, 'http$1:'))
    const connection = connect(target, { ...LIMITS, ...limits }, options)
    const onAbort = () => connection.queue.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    open.add(connection)
    try {
      for (;;) yield await connection.queue.next()
    } catch (error) {
      if (error instanceof OutboundError && error.kind === 'private_address')
        options.log?.warn({ kind: error.kind }, error.message)
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      open.delete(connection)
      connection.close()
    }
  }

  return {
    via: (checkFirst) => (url, init) => listenTo(checkFirst, url, init),
    close() {
      for (const connection of open) connection.close()
    },
  }
}

type Connection = ReturnType<typeof connect>

function connect({ url, trusted }: Target, limits: SocketLimits, options: SocketsOptions) {
  const { clock = systemClock, resolve = systemResolve, connectMs, userAgent } = options
  const queue = createFrameQueue(limits.queuedCharsMax)
  const over = new AbortController()
  const via = createAgent({
    lookup: guardedLookup(resolve, { onlyPublic: !trusted }),
    timeout: connectMs,
    maxFrameBytes: limits.maxFrameBytes,
  })
  const socket = new WebSocket(url, { dispatcher: via.agent, headers: { 'user-agent': userAgent } })
  let isOpen = false
  let heardAt = clock.now().getTime()

  function end(reason: OutboundError): void {
    queue.end(reason)
    close()
  }
  function close(): void {
    if (over.signal.aborted) return
    over.abort()
    queue.end(new SocketEnded('closed', url.host))
    socket.close()
    via.destroy()
  }

  socket.addEventListener('open', () => {
    isOpen = true
    heardAt = clock.now().getTime()
  })
  socket.addEventListener('message', ({ data }) => {
    heardAt = clock.now().getTime()
    if (typeof data === 'string' && !queue.push(data)) end(new SocketEnded('too_slow', url.host))
  })
  socket.addEventListener('close', () => {
    end(isOpen ? new SocketEnded('closed', url.host) : explainFailure(via.failure(), url.host))
  })
  void watchSilence()

  async function watchSilence(): Promise<void> {
    for (;;) {
      const limitMs = isOpen ? limits.idleMs : limits.openMs
      const leftMs = heardAt + limitMs - clock.now().getTime()
      if (leftMs <= 0) {
        const message = `${url.host} said nothing for ${Math.ceil(limitMs / 1000)} seconds.`
        return end(new OutboundError('timeout', message))
      }
      const [slept] = await Promise.allSettled([clock.sleep(Math.min(leftMs, limits.idleMs), over.signal)])
      if (slept.status === 'rejected') return
    }
  }

  return { queue, close }
}

interface AgentOptions {
  lookup: ReturnType<typeof guardedLookup>
  timeout: number
  maxFrameBytes: number
}

/** An agent for one connection, since a WebSocket neither says why it failed nor drops a silent peer. */
function createAgent({ lookup, timeout, maxFrameBytes }: AgentOptions) {
  const connector = buildConnector({ lookup, timeout })
  let socket: Socket | null = null
  let failure: unknown
  const agent = new Agent({
    connect(options, callback) {
      connector(options, (...result) => {
        ;[failure, socket] = result
        callback(...result)
      })
    },
    webSocket: { maxPayloadSize: maxFrameBytes },
  })
  return {
    agent,
    failure: () => failure,
    destroy() {
      // The last write, the closing frame, is still sent.
      socket?.destroySoon()
      void agent.destroy()
    },
  }
}
