import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import type { Clock } from './clock.ts'
import { createDatabaseMetrics, showPool, type DatabaseWatch } from './database-metrics.ts'
import { createFigureReader, type Figures } from './figures.ts'
import type { Log } from './log.ts'

/** A stranger may send any method that Node knows, and each would be a series of its own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics {
  observeRequest(fields: { method: string; route: string; status: number; seconds: number }): void
  countJob(name: string, outcome: 'done' | 'again' | 'failed' | 'dead' | 'taken_back'): void
  setStreams(count: number): void
  /** Counts a free proposal by a large model, by whether its answer was used. */
  countProposal(kind: string, outcome: 'used' | 'unusable' | 'failed' | 'limited'): void
  countProposalTokens(tokens: { input: number; output: number }): void
  /** Counts a post that a large model was to read beside the built-in one, by outcome, and the tokens it took. */
  countReading(outcome: string, tokens: { input: number; output: number }): void
  /** Counts the tokens that any answer of a large model took. */
  countTokens(tokens: { input: number; output: number }): void
  /** Counts searches at a source by how they ended: `answered`, or the kind of error. */
  countSourceRequests(platform: string, outcome: string, count: number): void
  /** Counts credits as the ledger moves them, by kind of entry. */
  countCredits(kind: string, credits: number): void
  /** Told of waits for the database and of its errors. */
  database: DatabaseWatch
  /** Shows the pool, and what these figures read of the installation at each scrape. Called once. */
  watch(installation: { pool: Pool; figures: readonly Figures[]; clock: Clock; log: Log }): void
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
  const answers = new Counter({
    name: 'leadlight_http_answers_total',
    help: 'Answers by the class of their status, such as 2xx.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'leadlight_jobs_total',
    help: 'Jobs by name and outcome.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  })
  const streams = new Gauge({ name: 'leadlight_event_streams', help: 'Open event streams.', registers: [registry] })
  const proposals = new Counter({
    name: 'leadlight_model_proposals_total',
    help: 'What a large model was asked to propose free of charge, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const proposalTokens = new Counter({
    name: 'leadlight_model_proposal_tokens_total',
    help: 'Tokens that proposals took, as the provider counts them.',
    labelNames: ['direction'],
    registers: [registry],
  })
  const readings = new Counter({
    name: 'leadlight_model_readings_total',
    help: 'Posts that a large model was to read too, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'leadlight_model_reading_tokens_total',
    help: 'Tokens that reading posts took, as the provider counts them.',
    labelNames: ['direction'],
    registers: [registry],
  })
  const used = new Counter({
    name: 'leadlight_model_tokens_total',
    help: 'Tokens that all answers of a large model took, as the provider counts them.',
    labelNames: ['direction'],
    registers: [registry],
  })
  const sources = new Counter({
    name: 'leadlight_source_requests_total',
    help: 'Searches at a source, by platform and by how they ended: answered, or the kind of error.',
    labelNames: ['platform', 'outcome'],
    registers: [registry],
  })
  const credits = new Counter({
    name: 'leadlight_credits_total',
    help: 'Credits that this process moved, by kind of ledger entry: charge, hold, release, grant, refund, expiry.',
    labelNames: ['kind'],
    registers: [registry],
  })
  // There from the start, so that the first is seen as a rise.
  for (const direction of ['input', 'output']) used.inc({ direction }, 0)
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
    countProposal: (kind, outcome) => proposals.inc({ kind, outcome }),
    countProposalTokens({ input, output }) {
      proposalTokens.inc({ direction: 'input' }, input)
      proposalTokens.inc({ direction: 'output' }, output)
    },
    countReading(outcome, { input, output }) {
      readings.inc({ outcome })
      tokens.inc({ direction: 'input' }, input)
      tokens.inc({ direction: 'output' }, output)
    },
    countTokens({ input, output }) {
      used.inc({ direction: 'input' }, input)
      used.inc({ direction: 'output' }, output)
    },
    countSourceRequests: (platform, outcome, count) => sources.inc({ platform, outcome }, count),
    countCredits: (kind, amount) => credits.inc({ kind }, amount),
    database: createDatabaseMetrics(registry),
    watch({ pool, figures, clock, log }) {
      showPool(registry, pool)
      readFigures = createFigureReader({ registry, figures, clock, log })
    },
    async text() {
      await readFigures()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
