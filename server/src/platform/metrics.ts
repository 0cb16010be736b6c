import type { Pool } from 'pg'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import type { Clock } from './clock.ts'
import { createDatabaseMetrics, showPool, type DatabaseWatch } from './database-metrics.ts'
import { createFigureReader, type Figures } from './figures.ts'
import type { Log } from './log.ts'
import { counterOf, createModelMetrics, type ModelMetrics } from './model-metrics.ts'

/** A stranger may send any method that Node knows, and each would be a series of its own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics extends ModelMetrics {
  observeRequest(fields: { method: string; route: string; status: number; seconds: number }): void
  countJob(name: string, outcome: 'done' | 'again' | 'failed' | 'dead' | 'taken_back'): void
  setStreams(count: number): void
  /** Counts searches at a source by how they ended: `answered`, or the kind of error. */
  countSourceRequests(platform: string, outcome: string, count: number): void
  /** Counts credits as the ledger moves them, by kind of entry. */
  countCredits(kind: string, credits: number): void
  /** Told of waits for the database and of its errors. */
  database: DatabaseWatch
  /** Shows the pool, and what these figures read of the installation at each scrape. Called once. */
  watch(installation: { pool: Pool; figures: readonly Figures[]; areCostly: boolean; clock: Clock; log: Log }): void
  /** Never rejects: what cannot be read is left out, and `leadlight_figures_read` says so. */
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'leadlight_' })
  const requests = new Histogram({
    name: 'leadlight_http_request_seconds',
    help: 'Time from request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  const answers = counterOf(
    registry,
    'leadlight_http_answers_total',
    'Answers by the class of their status, such as 2xx.',
    ['method', 'route', 'status'],
  )
  const jobs = counterOf(registry, 'leadlight_jobs_total', 'Jobs by name and outcome.', ['name', 'outcome'])
  const streams = new Gauge({ name: 'leadlight_event_streams', help: 'Open event streams.', registers: [registry] })
  const sources = counterOf(
    registry,
    'leadlight_source_requests_total',
    'Searches at a source, by platform and by how they ended: answered, or the kind of error.',
    ['platform', 'outcome'],
  )
  const credits = counterOf(
    registry,
    'leadlight_credits_total',
    'Credits that this process moved, by kind of ledger entry: charge, hold, release, grant, refund, expiry.',
    ['kind'],
  )
  // There from the start, so that the first is seen as a rise.
  credits.inc({ kind: 'charge' }, 0)
  let readFigures = () => Promise.resolve()
  return {
    observeRequest({ seconds, method, route, status }) {
      const asked = { method: METHODS.has(method) ? method : 'other', route }
      requests.observe(asked, seconds)
      answers.inc({ ...asked, status: `${Math.floor(status / 100)}xx` })
    },
    countJob: (name, outcome) => jobs.inc({ name, outcome }),
    setStreams: (count) => streams.set(count),
    ...createModelMetrics(registry),
    countSourceRequests: (platform, outcome, count) => sources.inc({ platform, outcome }, count),
    countCredits: (kind, amount) => credits.inc({ kind }, amount),
    database: createDatabaseMetrics(registry),
    watch({ pool, figures, areCostly, clock, log }) {
      showPool(registry, pool)
      readFigures = createFigureReader({ registry, figures, areCostly, clock, log })
    },
    async text() {
      await readFigures()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
