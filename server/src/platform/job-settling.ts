import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { JobDefinition } from './jobs.ts'

const RETRY_MAX_MS = 3_600_000

/** One run of one job. */
export interface Run {
  job: JobDefinition
  jobId: string
  runId: string
  data: unknown
  /** Failed runs before this one. */
  failures: number
  /** Runs before this one that ended with their worker, since the job last got further. */
  losses: number
  /** The trace in which it was enqueued, if any. */
  trace: string | null
}

type RunId = Pick<Run, 'jobId' | 'runId'>

/** What every end of a run writes. */
const ended = sql`worker_id = null, run_id = null, losses = 0`
/** No row's once the run was taken from us, so that nothing changes then. */
const ours = ({ jobId, runId }: RunId) => sql`id = ${jobId} and run_id = ${runId} returning id`

/** Ends the job, or has it run again where that was asked for meanwhile; false when the run was taken from us. */
export async function settleDone(tx: Tx, run: RunId): Promise<boolean> {
  const { rows } = await sql`delete from job where not is_asked_again and ${ours(run)}`.execute(tx)
  return rows.length > 0 || settleAgain(tx, run)
}

/** Hands the job back at no cost to it, to run again after `delayMs`; false when the run was taken from us. */
export async function settleAgain(tx: Tx, run: RunId, delayMs = 0): Promise<boolean> {
  const { rows } = await sql`
    update job set ${ended}, state = 'waiting', start_after = clock_timestamp() + ${delayMs} * interval '1 millisecond',
      trace = null
    where ${ours(run)}`.execute(tx)
  return rows.length > 0
}

export type Failure = 'lost' | 'retried' | 'dead'

/** Sends the job to its next retry, or to the dead letters when none is left or `isHopeless`. */
export async function settleFailed(
  tx: Tx,
  run: Run,
  { error, isHopeless }: { error: unknown; isHopeless: boolean },
): Promise<Failure> {
  const isDead = isHopeless || run.failures >= run.job.retryLimit
  const delayMs = Math.min(RETRY_MAX_MS, run.job.retryDelayMs * 2 ** run.failures)
  // Up to a fifth more, so that a crowd spreads out.
  const next = isDead
    ? sql`state = 'dead', died_at = clock_timestamp()`
    : sql`state = 'waiting', start_after = clock_timestamp() + ${delayMs} * (1 + random() / 5) * interval '1 millisecond'`
  const { rows } = await sql`
    update job set ${ended}, ${next}, failures = failures + 1, error = ${JSON.stringify(describeError(error))}
    where ${ours(run)}`.execute(tx)
  if (rows.length === 0) return 'lost'
  return isDead ? 'dead' : 'retried'
}

/** Forgets the losses of a run that got further than those before it; nothing where the run is no longer ours. */
export async function resetLosses(tx: Tx, run: RunId): Promise<void> {
  await sql`update job set losses = 0 where ${ours(run)}`.execute(tx)
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: storable(String(error)) }
  return { name: storable(error.name), message: storable(error.message), stack: storable(error.stack ?? '') }
}

/** PostgreSQL's JSON takes neither a NUL nor half a character, and an error may quote either. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
