import { sql } from 'kysely'
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { afterCommit, assertNoTransaction, notifyAfterCommit, type Tx } from './db.ts'
import type { NewId } from './ids.ts'
import { createWakeUp } from './wake-up.ts'
import { registerSchedule } from './job-schedules.ts'
import { createWorker, type Registration, type Worker } from './job-worker.ts'
import type { Log } from './log.ts'
import type { Tracer } from './tracing/tracer.ts'

/** What a job is called and how it is retried, apart from its handler, so that anything may enqueue it. */
export interface JobDefinition<Schema extends z.ZodType = z.ZodType> {
  /** `slice.verb`. */
  name: string
  /** The payload: plain JSON, checked when the job is enqueued and again when it runs. */
  schema: Schema
  /** How often a failed job runs again; a run that ended with its worker does not count (see job-leases.ts). */
  retryLimit: number
  /** Wait before the first retry; it doubles with each, up to an hour. */
  retryDelayMs: number
  /** A run that takes longer is aborted and counts as failed. */
  expireMs: number
  /** Enqueued by its key while it runs, it runs once more: it may have looked already. Otherwise that is left out. */
  runsAgain?: boolean
  /** Whose job it is: places are shared evenly among the groups that have work, over all workers. */
  groupOf?(payload: z.output<Schema>): string
}

export interface JobContext {
  /** Aborted when the run expired, the worker stops, or its lease was lost; the handler must then end soon. */
  signal: AbortSignal
  /** Aborted as soon as the worker is to stop: a job that would go on for hours ends with `again`, and goes on elsewhere. */
  leaving: AbortSignal
  /** 1 for the first run. */
  attempt: number
  /** Whether the job ends for good if it throws this: the last to know may be a user. */
  endsWith: (error: unknown) => boolean
  /**
   * To be called when something was written that the next run goes on from: what was lost before it counts no more. A job that
   * ends its workers before it gets so far goes to the dead letters.
   */
  progressed: () => Promise<void>
  /** Whether another group's job waits although this job's group has more places; then end with `again` where you can. */
  isCrowding: () => Promise<boolean>
}

/** `again` hands a job that is not through back, at no cost to it: it runs again when its turn comes. */
export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<'again' | void>

export interface EnqueueOptions {
  /** At most one job of this name and key waits or runs; a second is left out silently. */
  key?: string
  startAfterMs?: number
}

export interface Jobs {
  /** The job exists from the moment `tx` commits, and never when it rolls back. */
  enqueue<S extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<S>,
    payload: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Runs `handler` for each such job, at least once each. Before `start` only. */
  work<S extends z.ZodType>(
    job: JobDefinition<S>,
    handler: JobHandler<z.output<S>>,
    options?: { concurrency?: number },
  ): void
  /** Enqueues the job, with the payload `{}`, once per interval over all workers; not while the last one still waits or runs. */
  every<S extends z.ZodType>(job: JobDefinition<S>, intervalMs: number): void
  start(): Promise<void>
  /** Why this process takes no jobs at the moment, in a sentence; undefined where it takes them. */
  findProblem(): string | undefined
  /** Takes no more jobs, lets running ones finish for `graceMs`, then aborts them and hands them back. */
  stop(graceMs: number): Promise<void>
}

export type JobOutcome = 'done' | 'again' | 'failed' | 'dead' | 'taken_back'

export interface JobsOptions {
  database: Database
  log: Log
  clock: Clock
  newId: NewId
  /** Counts how runs end. */
  onOutcome?: (name: string, outcome: JobOutcome) => void
  /** Where traces are collected: a job goes on with the trace in which it was enqueued. */
  tracer?: Tracer | undefined
}

/** Notified of jobs that a process enqueues without having their handler. */
const JOBS_TOPIC = 'jobs'

/** Fixes a definition's types where it is written. */
export function defineJob<S extends z.ZodType>(definition: JobDefinition<S>): JobDefinition<S> {
  return definition
}

/** Jobs in the database: what is enqueued with a change happens if, and only if, the change does. Migrate first. */
export function createJobs(options: JobsOptions): Jobs {
  const { database } = options
  const registrations = new Map<string, Registration>()
  const schedules = new Map<string, { job: JobDefinition; intervalMs: number }>()
  const wakeUp = createWakeUp(options.clock)
  let leaveNotices: (() => void) | undefined
  let worker: Worker | undefined

  async function enqueue(
    tx: Tx,
    job: JobDefinition,
    payload: unknown,
    { key, startAfterMs = 0 }: EnqueueOptions = {},
  ): Promise<void> {
    const parsed = job.schema.parse(payload)
    // Written to, the job that is there stays locked: nobody takes or ends it before it can see what this transaction writes.
    const otherwise = job.runsAgain ? sql`update set is_asked_again = true` : sql`nothing`
    await sql`
      insert into job (name, key, group_id, trace, payload, start_after) values (${job.name}, ${key ?? null},
        ${job.groupOf?.(parsed) ?? null}, ${options.tracer?.current() ?? null}, ${JSON.stringify(payload)}, now() + ${startAfterMs} * interval '1 millisecond')
      on conflict (name, key) where state <> 'dead' do ${otherwise}`.execute(tx)
    if (registrations.has(job.name)) afterCommit(tx, () => wakeUp.wake())
    else notifyAfterCommit(JOBS_TOPIC)
  }

  return {
    enqueue,
    work(job, handler, { concurrency = 1 } = {}) {
      if (registrations.has(job.name)) throw new Error(`The job ${job.name} has two handlers.`)
      registrations.set(job.name, { job, handler: handler as JobHandler<unknown>, concurrency })
    },
    every(job, intervalMs) {
      job.schema.parse({})
      schedules.set(job.name, { job, intervalMs })
    },
    async start() {
      assertNoTransaction('Jobs were started')
      for (const { job, intervalMs } of schedules.values()) await registerSchedule(database.db, job.name, intervalMs)
      if (registrations.size === 0) return
      leaveNotices = database.notices.subscribe(JOBS_TOPIC, () => wakeUp.wake())
      worker = createWorker({ ...options, wakeUp, registrations, schedules, enqueue })
      await worker.start()
    },
    findProblem: () => (worker ? worker.findProblem() : 'It takes no jobs.'),
    async stop(graceMs) {
      leaveNotices?.()
      await worker?.stop(graceMs)
      worker = undefined
    },
  }
}
