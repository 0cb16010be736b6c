import { createAttempt } from './attempt.ts'
import { slept } from './clock.ts'
import type { Tx } from './db.ts'
import type { WakeUp } from './wake-up.ts'
import { claimRuns } from './job-claims.ts'
import { createPruning } from './job-dead-letters.ts'
import { createLeaseKeeper } from './job-lease-keeper.ts'
import {
  handBack,
  isKiller,
  isLostTo,
  takeBackLost,
  takeBackOrphaned,
  takeBackStrays,
  type TakenBack,
} from './job-leases.ts'
import { idsIn, type RunContext } from './job-run.ts'
import { createRunningJobs, type RunningJobs } from './job-running.ts'
import { SCHEDULE_KEY, takeDueSchedules } from './job-schedules.ts'
import type { JobDefinition, JobHandler, JobsOptions } from './jobs.ts'
import type { Log } from './log.ts'
import { platformScope } from './scopes.ts'
import { hasMissedDatabase } from './transactions.ts'

/** How long a job enqueued by another process may wait to be seen. */
const POLL_MS = 400
const AFTER_ERROR_MS = 1000
/** The end of the grace period, kept for aborted handlers to unwind and jobs to be handed back. */
const UNWIND_MS = 500

// One statement, since it runs all the time: what could be run, taken back or enqueued now.
const LOOK_SQL = `select
  array(select wanted from unnest($1::text[]) wanted where exists (select from job
    where name = wanted and state = 'waiting' and start_after <= now())) as runnable,
  exists (select from worker_lease where ${isLostTo('$3')}) as has_lost,
  exists (select from job_schedule where job_name = any($2) and next_at <= clock_timestamp()) as has_due`

interface Seen {
  runnable: string[]
  has_lost: boolean
  has_due: boolean
}

export interface Registration {
  job: JobDefinition
  handler: JobHandler<unknown>
  concurrency: number
}

export interface Worker {
  start(): Promise<void>
  /** Why no jobs are taken at the moment, in a sentence. */
  findProblem(): string | undefined
  stop(graceMs: number): Promise<void>
}

export interface WorkerOptions extends JobsOptions {
  wakeUp: WakeUp
  registrations: ReadonlyMap<string, Registration>
  schedules: ReadonlyMap<string, { job: JobDefinition }>
  enqueue: (tx: Tx, job: JobDefinition, payload: unknown, options: { key: string }) => Promise<void>
}

/** Takes jobs from the queue and runs them, under a lease that lets others take them back should this process die. */
export function createWorker(options: WorkerOptions): Worker {
  const { database, log, clock, wakeUp, registrations } = options
  const stopping = new AbortController()
  const { onOutcome = () => {}, tracer } = options
  const context: RunContext = { db: database.db, log, clock, leaving: stopping.signal, onOutcome, tracer }
  const running = createRunningJobs(context, () => wakeUp.wake())
  const onLost = () => running.abandon('The lease of this worker was lost.')
  const giveUp = (workerId: string) => takeBack(context, (tx) => handBack(tx, workerId))
  const keeper = createLeaseKeeper({ ...options, onLost, handBack: giveUp })
  const prune = createPruning(options)
  const succeeds = createAttempt(log, 'The job queue could not be read; trying again.')
  let looping: Promise<void> | undefined
  let mayHaveStrays = false
  let isReading = true

  async function claim({ job, handler, concurrency }: Registration): Promise<void> {
    const limit = concurrency - running.count(job.name)
    const workerId = keeper.workerId()
    if (limit <= 0 || workerId === undefined) return
    mayHaveStrays = true
    const runs = await database.db.transaction(platformScope(), (tx) => claimRuns(tx, { job, workerId, limit }))
    mayHaveStrays = false
    // A lease lost while the claim committed: whoever took it back has these jobs too.
    if (workerId !== keeper.workerId()) return
    for (const run of runs) running.launch(run, handler)
  }

  async function turn(): Promise<void> {
    const workerId = keeper.workerId()
    // Until there is a new lease, nothing is ours to claim or to take back.
    if (workerId === undefined) return
    if (mayHaveStrays) await takeBack(context, (tx) => takeBackStrays(tx, workerId, running.runIds()))
    mayHaveStrays = false
    const seen = await look(options, workerId)
    if (seen.has_lost) await takeBack(context, (tx) => takeBackLost(tx, workerId))
    if (seen.has_due) await enqueueDue(options)
    if (seen.has_lost || seen.has_due) wakeUp.wake()
    for (const name of seen.runnable) {
      const registration = registrations.get(name)
      if (registration && !stopping.signal.aborted) await claim(registration)
    }
    await prune()
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      isReading = await succeeds(turn)
      if (isReading) await wakeUp.sleep(POLL_MS)
      else await slept(clock, AFTER_ERROR_MS, stopping.signal)
    }
  }

  return {
    async start() {
      if (database.kind === 'embedded') await takeBack(context, (tx) => takeBackOrphaned(tx, database.instanceId))
      await keeper.start()
      looping = loop()
    },
    findProblem: () => problemOf({ leaving: stopping.signal, isLeased: keeper.workerId() !== undefined, isReading }),
    async stop(graceMs) {
      stopping.abort()
      wakeUp.wake()
      await looping
      await finish(running, graceMs)
      const workerId = await keeper.stop()
      await giveUp(workerId).catch((error: unknown) => leaveToOthers(log, error))
    },
  }
}

function problemOf({ leaving, isLeased, isReading }: { leaving: AbortSignal; isLeased: boolean; isReading: boolean }) {
  if (leaving.aborted) return 'It stops, and takes no more jobs.'
  if (!isLeased) return 'It has no lease, and takes no jobs until it has one.'
  return isReading ? undefined : 'It cannot read the job queue.'
}

/** A worker that cannot hand its jobs back has stopped all the same. */
function leaveToOthers(log: Log, error: unknown): void {
  if (!hasMissedDatabase(error)) throw error
  log.warn({ err: error }, 'Jobs could not be handed back; they are taken back when the lease of this worker ends.')
}

/** Lets what runs end, and aborts what does not. */
async function finish(running: RunningJobs, graceMs: number): Promise<void> {
  if (await running.finishWithin(Math.max(0, graceMs - UNWIND_MS))) return
  const unwound = running.finishWithin(Math.min(graceMs, UNWIND_MS))
  running.abandon('The worker stops.')
  await unwound
}

async function look({ database, registrations, schedules }: WorkerOptions, workerId: string): Promise<Seen> {
  const [seen] = await database.ask<Seen>(LOOK_SQL, [[...registrations.keys()], [...schedules.keys()], workerId])
  return seen ?? { runnable: [], has_lost: false, has_due: false }
}

async function takeBack({ db, log, onOutcome }: RunContext, find: (tx: Tx) => Promise<TakenBack[]>): Promise<void> {
  for (const taken of await db.transaction(platformScope(), find)) {
    const { jobName, jobId, losses, data } = taken
    const fields = { job: jobName, jobId, ...idsIn(data), losses }
    if (isKiller(taken)) log.error(fields, 'A job outlived too many workers and went to the dead letters.')
    else log.warn(fields, 'A job was taken back from a worker that did not finish it.')
    onOutcome(jobName, isKiller(taken) ? 'dead' : 'taken_back')
  }
}

async function enqueueDue({ database, schedules, enqueue }: WorkerOptions): Promise<void> {
  await database.db.transaction(platformScope(), async (tx) => {
    for (const name of await takeDueSchedules(tx, [...schedules.keys()])) {
      const schedule = schedules.get(name)
      if (schedule) await enqueue(tx, schedule.job, {}, { key: SCHEDULE_KEY })
    }
  })
}
