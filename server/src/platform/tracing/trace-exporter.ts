import { slept, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { OutboundFetch } from '../outbound.ts'
import { toOtlp } from './otlp.ts'
import type { Span } from './tracer.ts'

export const SEND_EVERY_MS = 5_000
const AT_ONCE = 512
/** What a collector that is away may miss at most: a few megabytes. */
const QUEUE_MAX = 4_096
/** How long an ending process waits for its collector. */
const STOP_MS = 10_000
const LIMITS = { headersMs: 5_000, totalMs: 5_000, maxBytes: 100_000 }

export interface TraceExporter {
  /** Queues an ended span; one that finds the queue full is dropped. */
  add(span: Span): void
  /** Sends what is left, for ten seconds at most. */
  stop(): Promise<void>
}

interface Options {
  /** Where spans are posted, `/v1/traces` included. */
  url: string
  headers: Readonly<Record<string, string>>
  service: string
  version: string
  fetch: OutboundFetch
  clock: Clock
  log: Log
}

/**
 * Sends spans to a collector every five seconds, or as soon as there are 512. While it is away they wait, up to a limit, and
 * nothing else waits for it. The log says so once, and again when it is back; also how many found no room.
 */
export function createTraceExporter(options: Options): TraceExporter {
  const { clock, log } = options
  const queue: Span[] = []
  const stopping = new AbortController()
  let dropped = 0
  let isAway = false
  let filled = new AbortController()

  async function send(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, AT_ONCE)
      const problem = await post(options, batch).catch((error: unknown) => ({ err: error, isHopeless: false }))
      if (problem === undefined || problem.isHopeless) queue.splice(0, batch.length)
      if (problem !== undefined && !isAway) log.warn(problem, 'Traces could not be sent to their collector.')
      if (problem === undefined && isAway) log.info({ dropped }, 'Traces are sent again.')
      else if (problem === undefined && dropped > 0)
        log.warn({ dropped }, 'Traces came faster than they could be sent.')
      isAway = problem !== undefined
      if (isAway) return
      dropped = 0
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await slept(clock, SEND_EVERY_MS, AbortSignal.any([stopping.signal, filled.signal]))
      filled = new AbortController()
      if (!stopping.signal.aborted) await send()
    }
  }

  const running = run()
  return {
    add(span) {
      if (queue.length < QUEUE_MAX) queue.push(span)
      else dropped += 1
      if (queue.length >= AT_ONCE && !isAway) filled.abort()
    },
    async stop() {
      stopping.abort()
      const over = new AbortController()
      const sent = running.then(send).finally(() => over.abort())
      await Promise.race([sent, slept(clock, STOP_MS, over.signal)])
    },
  }
}

/** Resolves with what is wrong, if anything; what the collector does not understand it will not understand later. */
async function post(
  { url, headers, service, version, fetch }: Options,
  spans: readonly Span[],
): Promise<{ status: number; isHopeless: boolean } | undefined> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: toOtlp(spans, { service, version }),
    limits: LIMITS,
  })
  await reply.body?.cancel()
  if (reply.ok) return undefined
  const { status } = reply
  return { status, isHopeless: status >= 400 && status < 500 && status !== 429 }
}
