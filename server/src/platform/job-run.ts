import type { PgBoss } from 'pg-boss'
import { slept, type Clock } from './clock.ts'
import type { Db } from './db.ts'
import { isCrowding } from './job-groups.ts'
import { settleAgain, settleDone, settleFailed, type Run } from './job-settling.ts'
import type { JobHandler, JobOutcome } from './jobs.ts'
import type { Log } from './log.ts'
import { platformScope } from './scopes.ts'

/** How long an aborted handler may take to end before its job is settled without it. */
const UNWIND_MS = 5000
const SETTLE_AGAIN_MS = 1000

export interface RunContext {
  db: Db
  boss: PgBoss
  log: Log
  clock: Clock
  /** Aborted as soon as the worker is to stop. */
  stopping: AbortSignal
  onOutcome: (name: string, outcome: JobOutcome) => void
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
  const result = await handle(context, run, handler, taken)
  while (!taken.aborted) {
    try {
      await settle(context, run, result)
      return
    } catch (error) {
      context.log.warn(
        { err: error, job: run.job.name, jobId: run.jobId },
        'A job ended but could not be settled; trying again.',
      )
      await slept(context.clock, SETTLE_AGAIN_MS, taken)
    }
  }
}

async function handle(
  { clock, db, stopping }: RunContext,
  run: Run,
  handler: JobHandler<unknown>,
  taken: AbortSignal,
): Promise<Result> {
  const payload = run.job.schema.safeParse(run.data)
  if (!payload.success) return { error: payload.error, isHopeless: true }
  const expired = new AbortController()
  const finished = new AbortController()
  const signal = AbortSignal.any([taken, expired.signal])
  const handling: Promise<Result> = Promise.resolve()
    .then(() => handler(payload.data, {
      signal,
      stopping,
      attempt: run.attempt,
      isCrowding: () => isCrowding(db, run.job.name, run.jobId),
    }))
    .then((end) => ({ isAgain: end === 'again' }), (error: unknown) => ({ error: error ?? new Error('The job failed without a reason.') })) // prettier-ignore
  const expiring = expire(clock, run.job.expireMs, expired, finished.signal)
  const result = await Promise.race([handling, expiring])
  finished.abort()
  return result
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

async function settle({ db, boss, log, onOutcome }: RunContext, run: Run, result: Result): Promise<void> {
  const { error, isHopeless = false, isAgain = false } = result
  const name = run.job.name
  const fields = { job: name, jobId: run.jobId, attempt: run.attempt }
  if (error === undefined) {
    const isOurs = await db.transaction(platformScope(), (tx) =>
      isAgain ? settleAgain(tx, run) : settleDone(tx, boss, run),
    )
    if (isOurs) onOutcome(name, isAgain ? 'again' : 'done')
    else log.warn(fields, 'A job was done after it had been taken from this worker.')
    return
  }
  const outcome = await db.transaction(platformScope(), (tx) => settleFailed(tx, boss, run, { error, isHopeless }))
  if (outcome === 'retried') {
    onOutcome(name, 'failed')
    log.warn({ ...fields, err: error }, 'A job failed and is tried again later.')
  } else if (outcome === 'dead') {
    onOutcome(name, 'dead')
    log.error({ ...fields, err: error }, 'A job failed for good and went to the dead letters.')
  }
}
