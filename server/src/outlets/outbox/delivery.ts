import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../platform/jobs.ts'
import { schedulerScope } from '../../platform/scopes.ts'

const DUE_EVERY_MS = 5_000
const FORGOTTEN_AT_ONCE = 1_000
/** A failed job is not retried: the next one finds what it left undone. */
const ONE_TRY = { retryLimit: 0, retryDelayMs: 1_000 }

/**
 * A job that sends what is due to one destination, such as a webhook or a channel. One job each, so that none waits for
 * another's.
 */
export function sendingJob<Place extends z.ZodType<{ organizationId: string }>>(name: string, place: Place) {
  return defineJob({
    name,
    schema: place,
    ...ONE_TRY,
    expireMs: 120_000,
    runsAgain: true,
    groupOf: ({ organizationId }) => organizationId,
  })
}

/** A job that finds the destinations with something due. */
export function dueJobOf(slice: string) {
  return defineJob({ name: `${slice}.due`, schema: z.object({}), ...ONE_TRY, expireMs: 60_000 })
}

/** A job that deletes what is old enough. */
export function cleanUpJobOf(slice: string) {
  return defineJob({ name: `${slice}.forget`, schema: z.object({}), ...ONE_TRY, expireMs: 600_000 })
}

interface Dependencies {
  db: Db
  clock: Clock
  jobs: Jobs
}

/** A kind of delivery: what is due is found by its time, and deleted by its age. */
export interface Delivery<Place extends z.ZodType> {
  sendJob: JobDefinition<Place>
  dueJob: JobDefinition<z.ZodObject>
  cleanUpJob: JobDefinition<z.ZodObject>
  /** At most `limit` destinations with something due, over all organizations. */
  selectDue: (tx: Tx, now: Date, limit: number) => Promise<z.input<Place>[]>
  dueAtOnce: number
  keyOf: (place: z.input<Place>) => string
  cleanUpEveryMs: number
  /** Deletes at most `limit` in the scheduler's scope, and resolves with how many. */
  cleanUp: (tx: Tx, now: Date, limit: number) => Promise<number>
}

/** Registers the jobs that look every five seconds for what is due, and that delete what is old. */
export function registerDelivery<Place extends z.ZodType>(deps: Dependencies, way: Delivery<Place>): void {
  const { jobs } = deps
  jobs.every(way.dueJob, DUE_EVERY_MS)
  jobs.work(way.dueJob, () => enqueueDueOf(deps, way))
  jobs.every(way.cleanUpJob, way.cleanUpEveryMs)
  jobs.work(way.cleanUpJob, (_payload, { signal }) => cleanUpOf(deps, way, signal))
}

/** Enqueues a job for every destination with something due. */
export async function enqueueDueOf<Place extends z.ZodType>(
  { db, clock, jobs }: Dependencies,
  { sendJob, selectDue, dueAtOnce, keyOf }: Delivery<Place>,
): Promise<void> {
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDue(tx, clock.now(), dueAtOnce)) {
      await jobs.enqueue(tx, sendJob, place, { key: keyOf(place) })
    }
  })
}

/** Deletes what is old, in batches. */
export async function cleanUpOf<Place extends z.ZodType>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { cleanUp: forget }: Pick<Delivery<Place>, 'cleanUp'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !signal.aborted) {
    forgotten = await db.transaction(schedulerScope(), (tx) => forget(tx, now, FORGOTTEN_AT_ONCE))
  }
}
