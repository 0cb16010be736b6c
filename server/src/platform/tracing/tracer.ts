import { AsyncLocalStorage } from 'node:async_hooks'
import { fraction, type Random } from '../random.ts'
import { wordFor } from './word-for.ts'

/** As OpenTelemetry's protocol numbers them. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const

export interface Span {
  /** In hexadecimal, as its parent's id: 32 digits for the trace, 16 for a span. */
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: keyof typeof SPAN_KINDS
  /** Names of ours and of the contract, ids and numbers; no text that somebody wrote. */
  attributes: Record<string, string | number>
  startMs: number
  endMs: number
  /** A word for what went wrong, such as an error's code or class. */
  error: string | undefined
}

export interface SpanStart extends Pick<Span, 'name' | 'kind'> {
  attributes?: Span['attributes']
  /** A W3C `traceparent` to go on from where no span is open; anything else begins a new trace. */
  parent?: string | null | undefined
  /** Whether others named the parent: then its trace goes on, but whether it is kept is decided here. */
  isForeign?: boolean
}

/** Follows work from a request through its statements to the jobs that it causes. */
export interface Tracer {
  /** Runs `work` as a span, which it may complete until it ends. */
  trace<T>(about: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Begins a span whose end is told; undefined where no span is open that anybody will see. */
  beginWithin(about: SpanStart): ((error?: unknown) => void) | undefined
  /** The open span as a W3C `traceparent`; undefined where there is none. */
  current(): string | undefined
}

interface Context {
  traceId: string
  spanId: string
  isKept: boolean
  /** What is begun within a span may go on for long after it, such as a connection that is kept: it is not part of it. */
  isOpen: boolean
}

interface Options {
  random: Random
  /** Milliseconds since 1970, with fractions: most statements take less than one. */
  nowMs: () => number
  /** The part of new traces that is kept, from 0 to 1. */
  share: number
  onEnded: (span: Span) => void
}

/** A tracer that hands each ended span of a kept trace to `onEnded`. */
export function createTracer({ random, nowMs, share, onEnded }: Options): Tracer {
  const contexts = new AsyncLocalStorage<Context>()
  const newId = (length: number) => Buffer.from(random.bytes(length)).toString('hex')

  function openContext(): Context | undefined {
    const context = contexts.getStore()
    return context?.isOpen === true ? context : undefined
  }

  function begin({ name, kind, attributes = {}, parent, isForeign = false }: SpanStart) {
    const within = openContext()
    const above = within ?? parseTraceparent(parent)
    const isDecided = above !== undefined && (within !== undefined || !isForeign)
    const traceId = above?.traceId ?? newId(16)
    const isKept = isDecided ? above.isKept : fraction(random) < share
    const context: Context = { traceId, spanId: newId(8), isKept, isOpen: true }
    const { spanId } = context
    const startMs = nowMs()
    const span: Span = { traceId, spanId, parentSpanId: above?.spanId, name, kind, attributes, startMs, endMs: startMs, error: undefined } // oxfmt-ignore
    const end = (error?: unknown) => {
      context.isOpen = false
      span.endMs = nowMs()
      if (error !== undefined) span.error = wordFor(error)
      if (isKept) onEnded(span)
    }
    return { context, span, end }
  }

  return {
    async trace(about, work) {
      const { context, span, end } = begin(about)
      try {
        const result = await contexts.run(context, () => work(span))
        end()
        return result
      } catch (error) {
        end(error ?? 'unknown')
        throw error
      }
    },
    beginWithin: (about) => (openContext()?.isKept ? begin(about).end : undefined),
    current() {
      const open = openContext()
      return open && `00-${open.traceId}-${open.spanId}-${open.isKept ? '01' : '00'}`
    },
  }
}

function parseTraceparent(
  given: string | null | undefined,
): Pick<Context, 'traceId' | 'spanId' | 'isKept'> | undefined {
  const [, traceId = '', spanId = '', flags = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(given ?? '') ?? [] // oxfmt-ignore
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, isKept: Number.parseInt(flags, 16) % 2 === 1 }
}
