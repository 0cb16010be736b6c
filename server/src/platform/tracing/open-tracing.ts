import type { Clock } from '../clock.ts'
import { assertNoTransaction } from '../db.ts'
import type { Log } from '../log.ts'
import { createOutbound } from '../outbound.ts'
import type { Random } from '../random.ts'
import { createTraceExporter } from './trace-exporter.ts'
import { createTracer, type Tracer } from './tracer.ts'

/** Where traces go, as OpenTelemetry's variables say it. */
export interface TracingConfig {
  url: string
  headers: Readonly<Record<string, string>>
  service: string
  /** The part of new traces that is kept, from 0 to 1. */
  share: number
}

export interface Tracing {
  tracer: Tracer
  /** Sends what is left; at most ten seconds. */
  stop(): Promise<void>
}

interface Parts {
  version: string
  clock: Clock
  random: Random
  log: Log
}

/** Traces to the operator's collector. Loaded only where one is configured. */
export function openTracing(config: TracingConfig, { version, clock, random, log }: Parts): Tracing {
  const outbound = createOutbound({
    userAgent: `Leadlight/${version}`,
    clock,
    log,
    assertNoTransaction: () => assertNoTransaction('Traces were sent'),
  })
  const exporter = createTraceExporter({ ...config, version, fetch: outbound.operator, clock, log })
  const nowMs = () => performance.timeOrigin + performance.now()
  return {
    tracer: createTracer({ random, nowMs, share: config.share, onEnded: (span) => exporter.add(span) }),
    async stop() {
      await exporter.stop()
      await outbound.close()
    },
  }
}
