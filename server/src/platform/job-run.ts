import { slept, type Clock } from './clock.ts'
import type { Db } from './db.ts'
import { isCrowding } from './job-claims.ts'
import { resetLosses, settleAgain, settleDone, settleFailed, type Run } from './job-settling.ts'
import type { JobContext, JobHandler, JobOutcome } from './jobs.ts'
import type { Log } from './log.ts'
import { platformScope } from './scopes.ts'
import type { Tracer } from './tracing/tracer.ts'
import { wordFor } from './tracing/word-for.ts'
import { hasMissedDatabase } from './transactions.ts'

/** How long an aborted handler may take to end before its job is settled without it. */
const UNWIND_MS = 5000
const SETTLE_AGAIN_MS = 1000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface RunContext {
  db: Db
  log: Log
  clock: Clock
  /** Aborted when the worker takes no more jobs. */
  leaving: AbortSignal
  onOutcome: (name: string, outcome: JobOutcome) => void
  tracer?: Tracer | undefined
}

interface Result {
  isAgain?: boolean
  error?: unknown
  isHopeless?: boolean
}

/** Runs the handler and settles the job. Aborting `taken` means that the job is no longer ours: nothing is settled. */
export async function executeRun(
  context: RunContext,
  run: Run,
  handler: JobHandler<unknown>,
  taken: AbortSignal,
): Promise<void> {
  const result = await handleTraced(context, run, () => handle(context, run, handler, taken))
  while (!taken.aborted) {
    try {
      await settle(context, run, result)
      return
    } catch (error) {
      context.log.warn(
        { err: error, job: run.job.name, jobId: run.jobId, ...idsIn(run.data) },
        'A job ended but could not be settled; trying again.',
      )
      await slept(context.clock, SETTLE_AGAIN_MS, taken)
    }
  }
}

/** The handler's run as a span of the trace in which the job was enqueued. */
async function handleTraced(
  { tracer }: RunContext,
  { job, jobId, trace, data }: Run,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work()
  const attributes = { 'leadlight.job': job.name, 'leadlight.job_id': jobId, ...idsIn(data) }
  return tracer.trace({ name: job.name, kind: 'consumer', parent: trace, attributes }, async (span) => {
    const result = await work()
    if (result.error !== undefined) span.error = wordFor(result.error)
    return result
  })
}

async function handle(
  context: RunContext,
  run: Run,
  handler: JobHandler<unknown>,
  taken: AbortSignal,
): Promise<Result> {
  const { clock } = context
  const payload = run.job.schema.safeParse(run.data)
  if (!payload.success) return { error: payload.error, isHopeless: true }
  const expired = new AbortController()
  const finished = new AbortController()
  const signal = AbortSignal.any([taken, expired.signal])
  const handling: Promise<Result> = Promise.resolve()
    .then(() => handler(payload.data, contextOf(context, run, signal)))
    .then((end) => ({ isAgain: end === 'again' }), (error: unknown) => ({ error: error ?? new Error('The job failed without a reason.') })) // oxfmt-ignore
  const expiring = expire(clock, run.job.expireMs, expired, finished.signal)
  const result = await Promise.race([handling, expiring])
  finished.abort()
  return result
}

function contextOf({ db, leaving }: RunContext, run: Run, signal: AbortSignal): JobContext {
  let { losses } = run
  return {
    signal,
    leaving,
    attempt: attemptOf(run),
    endsWith: (error) => !signal.aborted && run.failures >= run.job.retryLimit && !hasMissedDatabase(error),
    isCrowding: () => isCrowding(db, run.job.name, run.jobId),
    async progressed() {
      if (losses === 0) return
      await db.transaction(platformScope(), (tx) => resetLosses(tx, run))
      losses = 0
    },
  }
}

function attemptOf({ failures, losses }: Run): number {
  return failures + losses + 1
}

/** Those of a payload's values that are ids: what a job is about, and nobody's name or address. */
export function idsIn(data: unknown): Record<string, string> {
  const entries = Object.entries(data ?? {}).filter((entry): entry is [string, string] => UUID.test(String(entry[1])))
  return Object.fromEntries(entries)
}

// Resolves only when the handler ignores its aborted signal; otherwise the handler's own end comes first.
async function expire(
  clock: Clock,
  expireMs: number,
  expired: AbortController,
  finished: AbortSignal,
): Promise<Result> {
  if (!(await slept(clock, expireMs, finished))) return {}
  const error = new Error(`The job took longer than ${expireMs} ms.`)
  expired.abort(error)
  await slept(clock, UNWIND_MS, finished)
  return { error }
}

async function settle({ db, log, onOutcome }: RunContext, run: Run, result: Result): Promise<void> {
  const { error, isHopeless = false, isAgain = false } = result
  const name = run.job.name
  const fields = { job: name, jobId: run.jobId, ...idsIn(run.data), attempt: attemptOf(run) }
  if (error === undefined) {
    const isOurs = await db.transaction(platformScope(), (tx) => (isAgain ? settleAgain(tx, run) : settleDone(tx, run)))
    if (isOurs) onOutcome(name, isAgain ? 'again' : 'done')
    else log.warn(fields, 'A job was done after it had been taken from this worker.')
    return
  }
  if (hasMissedDatabase(error)) {
    const isOurs = await db.transaction(platformScope(), (tx) => settleAgain(tx, run, run.job.retryDelayMs))
    if (isOurs) onOutcome(name, 'again')
    log.warn({ ...fields, err: error }, 'A job missed the database; it runs again, and that counts as no failure.')
    return
  }
  const outcome = await db.transaction(platformScope(), (tx) => settleFailed(tx, run, { error, isHopeless }))
  if (outcome === 'retried') {
    onOutcome(name, 'failed')
    log.warn({ ...fields, err: error }, 'A job failed and is tried again later.')
  } else if (outcome === 'dead') {
    onOutcome(name, 'dead')
    log.error({ ...fields, err: error }, 'A job failed for good and went to the dead letters.')
  }
}
