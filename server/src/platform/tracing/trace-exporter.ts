import { slept, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { OutboundFetch } from '../outbound.ts'
import { toOtlp } from './otlp.ts'
import type { Span } from './tracer.ts'

export const SEND_EVERY_MS = 5_000
const AT_ONCE = 512
/** What a collector that is away may miss at most: a few megabytes. */
const QUEUE_MAX = 4_096
const LIMITS = { headersMs: 5_000, totalMs: 5_000, maxBytes: 100_000 }

export interface TraceExporter {
  /** Queues an ended span; one that finds the queue full is dropped. */
  add(span: Span): void
  /** Sends what is left, once. */
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
 * Sends spans to a collector every five seconds. While it is away they wait, up to a limit, and nothing else waits for
 * it. The log says so once, and again when it is back.
 */
export function createTraceExporter(options: Options): TraceExporter {
  const { clock, log } = options
  const queue: Span[] = []
  const stopping = new AbortController()
  let dropped = 0
  let isAway = false

  async function send(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, AT_ONCE)
      const problem = await post(options, batch).catch((error: unknown) => ({ err: error, isHopeless: false }))
      if (problem === undefined || problem.isHopeless) queue.splice(0, batch.length)
      if (problem !== undefined && !isAway) log.warn(problem, 'Traces could not be sent to their collector.')
      if (problem === undefined && isAway) log.info({ dropped }, 'Traces are sent again.')
      isAway = problem !== undefined
      if (isAway) return
      dropped = 0
    }
  }

  async function run(): Promise<void> {
    while (await slept(clock, SEND_EVERY_MS, stopping.signal)) await send()
  }

  const running = run()
  return {
    add(span) {
      if (queue.length < QUEUE_MAX) queue.push(span)
      else dropped += 1
    },
    async stop() {
      stopping.abort()
      await running
      await send()
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
