import type { PgBoss } from 'pg-boss'
import { slept } from './clock.ts'
import type { Tx } from './db.ts'
import type { Alarm } from './job-alarm.ts'
import { createLeaseKeeper } from './job-lease-keeper.ts'
import { handBack, insertJobLeases, listLosses, takeBackStrays, takeBackLost, type TakenBack } from './job-leases.ts'
import { inTransaction } from './job-queue.ts'
import { executeRun, type RunContext } from './job-run.ts'
import { takeDueSchedules } from './job-schedules.ts'
import { settleTakenBack, type Run } from './job-settling.ts'
import type { JobDefinition, JobHandler, JobsOptions } from './jobs.ts'
import { platformScope } from './scopes.ts'

/** How long a job enqueued by another process may wait to be seen. */
const POLL_MS = 400
const AFTER_ERROR_MS = 1000
/** The end of the grace period, kept for aborted handlers to unwind. */
const UNWIND_MS = 500

// One statement, since it runs all the time: what could be run, taken back or enqueued now.
const LOOK_SQL = `select
  array(select name from unnest($1::text[]) name where exists (select from pgboss.job j
    where j.name = name and j.state < 'active' and not j.blocked and j.start_after <= now())) as runnable,
  exists (select from worker_lease where expires_at < clock_timestamp()) as has_lost,
  exists (select from job_schedule where job_name = any($2) and next_at <= clock_timestamp()) as has_due`

export interface Registration {
  job: JobDefinition
  handler: JobHandler<unknown>
  concurrency: number
}

export interface Worker {
  start(): Promise<void>
  stop(graceMs: number): Promise<void>
}

interface Options extends JobsOptions {
  boss: PgBoss
  alarm: Alarm
  registrations: ReadonlyMap<string, Registration>
  schedules: ReadonlyMap<string, { job: JobDefinition }>
  enqueue: (tx: Tx, job: JobDefinition, payload: unknown, options: { key: string }) => Promise<void>
}

interface Running {
  name: string
  taken: AbortController
  ended: Promise<void>
}

/** Takes jobs from the queue and runs them, under a lease that lets others take them back should this process die. */
export function createWorker(options: Options): Worker {
  const { database, log, clock, boss, alarm, registrations, schedules } = options
  const { db } = database
  const context: RunContext = { db, boss, log, clock, onOutcome: options.onOutcome ?? (() => {}) }
  const running = new Map<string, Running>()
  const stopping = new AbortController()
  const keeper = createLeaseKeeper({ ...options, onLost: () => abandon('The lease of this worker was lost.') })
  let looping: Promise<void> | undefined
  let mayHaveStrays = false

  function abandon(why: string): void {
    for (const run of running.values()) run.taken.abort(new Error(why))
    running.clear()
  }

  function launch(run: Run, handler: JobHandler<unknown>): void {
    const taken = new AbortController()
    const ended = executeRun(context, run, handler, taken.signal).then(() => {
      running.delete(run.runId)
      alarm.ring()
    })
    running.set(run.runId, { name: run.job.name, taken, ended })
  }

  async function claim({ job, handler, concurrency }: Registration): Promise<void> {
    const free = concurrency - [...running.values()].filter(({ name }) => name === job.name).length
    if (free <= 0) return
    const workerId = keeper.workerId()
    mayHaveStrays = true
    const runs = await db.transaction(platformScope(), (tx) => claimRuns(tx, options, { job, workerId, limit: free }))
    mayHaveStrays = false
    // A lease that was lost while its claim committed: whoever took it back has these jobs too.
    if (workerId !== keeper.workerId()) return
    for (const run of runs) launch(run, handler)
  }

  async function settleAll(find: (tx: Tx) => Promise<TakenBack[]>): Promise<void> {
    await db.transaction(platformScope(), async (tx) => {
      for (const lost of await find(tx)) {
        const fields = { job: lost.jobName, jobId: lost.jobId, losses: lost.losses }
        const settled = await settleTakenBack(tx, boss, lost)
        if (settled === 'dead') log.error(fields, 'A job outlived too many workers and went to the dead letters.')
        else log.warn(fields, 'A job was taken back from a worker that did not finish it.')
        context.onOutcome(lost.jobName, settled === 'dead' ? 'dead' : 'taken_back')
      }
    })
  }

  async function turn(): Promise<void> {
    if (mayHaveStrays) await settleAll((tx) => takeBackStrays(tx, keeper.workerId(), [...running.keys()]))
    mayHaveStrays = false
    const names = [...registrations.keys()]
    const { rows } = await database.pool.query<{ runnable: string[]; has_lost: boolean; has_due: boolean }>(LOOK_SQL, [
      names,
      [...schedules.keys()],
    ])
    const [seen] = rows
    if (seen?.has_lost) await settleAll((tx) => takeBackLost(tx))
    if (seen?.has_due) await enqueueDue(options)
    if (seen?.has_lost || seen?.has_due) alarm.ring()
    for (const name of seen?.runnable ?? []) {
      const registration = registrations.get(name)
      if (registration && !stopping.signal.aborted) await claim(registration)
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await turn()
        await alarm.sleep(POLL_MS)
      } catch (error) {
        log.warn({ error }, 'The job queue could not be read; trying again.')
        await slept(clock, AFTER_ERROR_MS, stopping.signal)
      }
    }
  }

  async function finishWithin(ms: number): Promise<void> {
    const done = new AbortController()
    const all = Promise.all([...running.values()].map(({ ended }) => ended))
    await Promise.race([all, slept(clock, ms, done.signal)])
    done.abort()
  }

  return {
    async start() {
      if (database.kind === 'embedded') await settleAll((tx) => takeBackLost(tx, database.instanceId))
      await keeper.start()
      looping = loop()
    },
    async stop(graceMs) {
      stopping.abort()
      alarm.ring()
      await looping
      await finishWithin(Math.max(0, graceMs - UNWIND_MS))
      const unfinished = [...running.values()]
      for (const run of unfinished) run.taken.abort(new Error('The worker stops.'))
      if (unfinished.length > 0) await slept(clock, Math.min(graceMs, UNWIND_MS), new AbortController().signal)
      await keeper.stop()
      await settleAll((tx) => handBack(tx, keeper.workerId()))
    },
  }
}

interface Claim {
  job: JobDefinition
  workerId: string
  limit: number
}

/** Fetching and leasing are one transaction, so that no job is ever running without a lease. */
async function claimRuns(tx: Tx, { boss, newId }: Options, { job, workerId, limit }: Claim): Promise<Run[]> {
  const fetched = await boss.fetch<unknown>(job.name, { batchSize: limit, db: inTransaction(tx) })
  if (fetched.length === 0) return []
  const losses = await listLosses(tx, fetched.map(({ id }) => id)) // prettier-ignore
  const runs = fetched.map(({ id, data, retryCount }) => {
    const attempt = retryCount + (losses.get(id) ?? 0) + 1
    return { job, jobId: id, runId: newId(), data, retryCount, attempt }
  })
  await insertJobLeases(tx, workerId, job.name, runs)
  return runs
}

async function enqueueDue({ database, schedules, enqueue }: Options): Promise<void> {
  await database.db.transaction(platformScope(), async (tx) => {
    for (const name of await takeDueSchedules(tx, [...schedules.keys()])) {
      const schedule = schedules.get(name)
      if (schedule) await enqueue(tx, schedule.job, {}, { key: 'schedule' })
    }
  })
}
