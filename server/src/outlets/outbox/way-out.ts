import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../platform/jobs.ts'
import { schedulerScope } from '../../platform/scopes.ts'

const DUE_EVERY_MS = 5_000
const FORGOTTEN_AT_ONCE = 1_000
/** A job that failed is not run again: what it left undone the next one finds. */
const ONE_TRY = { retryLimit: 0, retryDelayMs: 1_000 }

/** Sends what is due to one place, such as a webhook or a channel. One job a place, so that none waits behind another's. */
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

/** Finds the places that something has become due for. */
export function dueJobOf(slice: string) {
  return defineJob({ name: `${slice}.due`, schema: z.object({}), ...ONE_TRY, expireMs: 60_000 })
}

/** Forgets what has served its time. */
export function forgetJobOf(slice: string) {
  return defineJob({ name: `${slice}.forget`, schema: z.object({}), ...ONE_TRY, expireMs: 600_000 })
}

interface Dependencies {
  db: Db
  clock: Clock
  jobs: Jobs
}

/** A way out of the installation: what is sent is found again by its time, and forgotten by its age. */
export interface WayOut<Place extends z.ZodType> {
  sendJob: JobDefinition<Place>
  dueJob: JobDefinition<z.ZodObject>
  forgetJob: JobDefinition<z.ZodObject>
  /** The places that something is due for, over all organizations, at most `limit`. */
  selectDue: (tx: Tx, now: Date, limit: number) => Promise<z.input<Place>[]>
  dueAtOnce: number
  keyOf: (place: z.input<Place>) => string
  forgetEveryMs: number
  /** Forgets in the scheduler's scope; answers how many, at most `limit`. */
  forget: (tx: Tx, now: Date, limit: number) => Promise<number>
}

/** Has what is due looked for every five seconds, and what is old forgotten. */
export function workWayOut<Place extends z.ZodType>(deps: Dependencies, way: WayOut<Place>): void {
  const { jobs } = deps
  jobs.every(way.dueJob, DUE_EVERY_MS)
  jobs.work(way.dueJob, () => enqueueDueOf(deps, way))
  jobs.every(way.forgetJob, way.forgetEveryMs)
  jobs.work(way.forgetJob, (_payload, { signal }) => forgetOldOf(deps, way, signal))
}

/** Has whatever is due sent, by a job a place. */
export async function enqueueDueOf<Place extends z.ZodType>(
  { db, clock, jobs }: Dependencies,
  { sendJob, selectDue, dueAtOnce, keyOf }: WayOut<Place>,
): Promise<void> {
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDue(tx, clock.now(), dueAtOnce)) {
      await jobs.enqueue(tx, sendJob, place, { key: keyOf(place) })
    }
  })
}

/** Forgets what is old, some at a time. */
export async function forgetOldOf<Place extends z.ZodType>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { forget }: Pick<WayOut<Place>, 'forget'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !signal.aborted) {
    forgotten = await db.transaction(schedulerScope(), (tx) => forget(tx, now, FORGOTTEN_AT_ONCE))
  }
}
