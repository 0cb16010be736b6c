import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tx } from './db.ts'
import { endJobLease, LOSSES_MAX, untieRun, type TakenBack } from './job-leases.ts'
import { inTransaction } from './job-queue.ts'
import { isAskedAgain } from './job-reruns.ts'
import type { JobDefinition } from './jobs.ts'

const RETRY_MAX_MS = 3_600_000

/** One run of one job. */
export interface Run {
  job: JobDefinition
  jobId: string
  runId: string
  data: unknown
  /** Failed runs before this one. */
  retryCount: number
  /** Runs before this one that ended with their worker, since the job last got further. */
  losses: number
}

/** Marks the job done, or has it run again where that was asked for meanwhile; false when the run was taken from us, and then nothing changed. */
export async function settleDone(tx: Tx, boss: PgBoss, run: Run): Promise<boolean> {
  if (run.job.runsAgain && (await isAskedAgain(tx, run.job.name, run.jobId))) return settleAgain(tx, run)
  if (!(await endJobLease(tx, run.jobId, run.runId))) return false
  await boss.complete(run.job.name, { id: run.jobId, retryCount: run.retryCount }, undefined, { db: inTransaction(tx) })
  return true
}

/** Hands the job back at no cost to it, to run again after `delayMs`; false when the run was taken from us, and then nothing changed. */
export async function settleAgain(tx: Tx, run: Run, delayMs = 0): Promise<boolean> {
  return (
    (await untieRun(tx, run.jobId, run.runId)) && (await runAgain(tx, run.job.name, run.jobId, delayMs)) !== undefined
  )
}

export type Failure = 'lost' | 'retried' | 'dead'

/** Sends the job to its next retry, or to the dead letters when none is left or `isHopeless`. */
export async function settleFailed(
  tx: Tx,
  boss: PgBoss,
  run: Run,
  failure: { error: unknown; isHopeless: boolean },
): Promise<Failure> {
  if (!(await endJobLease(tx, run.jobId, run.runId))) return 'lost'
  if (failure.isHopeless) await forbidRetries(tx, run.job.name, run.jobId)
  await failJob(tx, boss, run, describeError(failure.error))
  const delayMs = Math.min(RETRY_MAX_MS, run.job.retryDelayMs * 2 ** run.retryCount)
  return (await delayRetry(tx, run.job.name, run.jobId, delayMs)) ? 'retried' : 'dead'
}

interface SettledBack {
  outcome: 'again' | 'dead' | 'gone'
  /** The job's payload. */
  data: unknown
}

/** Makes a job runnable again whose run ended with its worker; one that outlived too many workers is dead. */
export async function settleTakenBack(tx: Tx, boss: PgBoss, lost: TakenBack): Promise<SettledBack> {
  const { jobId, jobName, losses } = lost
  const job = losses < LOSSES_MAX ? await runAgain(tx, jobName, jobId) : await forbidRetries(tx, jobName, jobId)
  if (job && losses < LOSSES_MAX) return { outcome: 'again', data: job.data }
  await tx.deleteFrom('job_lease').where('job_id', '=', jobId).execute()
  if (losses < LOSSES_MAX) return { outcome: 'gone', data: undefined }
  const message = `Its worker ended during the run ${losses} times, and it got no further in between.`
  await boss.fail(jobName, jobId, { message }, { db: inTransaction(tx) })
  return { outcome: 'dead', data: job?.data }
}

interface JobRow {
  data: unknown
}

async function failJob(tx: Tx, boss: PgBoss, run: Run, output: object): Promise<void> {
  await boss.fail(run.job.name, { id: run.jobId, retryCount: run.retryCount }, output, { db: inTransaction(tx) })
}

// The queue counts delays in whole seconds; ours are exact, with up to a fifth more so that a crowd spreads out.
async function delayRetry(tx: Tx, name: string, jobId: string, delayMs: number): Promise<boolean> {
  const result = await sql`update pgboss.job
    set start_after = clock_timestamp() + ${delayMs} * (1 + random() / 5) * interval '1 millisecond'
    where name = ${name} and id = ${jobId} and state = 'retry' returning id`.execute(tx)
  return result.rows.length > 0
}

// Without a start time the queue does not count the next run as a retry.
async function runAgain(tx: Tx, name: string, jobId: string, delayMs = 0): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update pgboss.job set state = 'retry', started_on = null, output = null,
      start_after = clock_timestamp() + ${delayMs} * interval '1 millisecond'
    where name = ${name} and id = ${jobId} and state = 'active' returning data`.execute(tx)
  return rows[0]
}

async function forbidRetries(tx: Tx, name: string, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update pgboss.job set retry_limit = retry_count where name = ${name} and id = ${jobId} returning data`.execute(tx)
  return rows[0]
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return { name: error.name, message: error.message, stack: error.stack ?? '' }
}
