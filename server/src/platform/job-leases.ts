import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './db.ts'

/** A worker whose lease was not renewed for this long is taken for dead. */
export const LEASE_MS = 3000
export const RENEW_MS = 500
/** A worker that missed the database with the others is back within this time of the database: it may be amid a try to connect. */
export const RETURN_MS = 4000
/** A job that got no further while so many workers ended with it is taken for their killer and goes to the dead letters. */
export const LOSSES_MAX = 5

export interface TakenBack {
  jobId: string
  jobName: string
  data: unknown
  losses: number
}

interface NewWorker {
  id: string
  instanceId: string
  name: string
  /** Whether the process has begun just now. What it could not see itself, it takes from how long the database has been up. */
  isNew: boolean
}

const now = sql<Date>`clock_timestamp()`
const expiry = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

/** Renews the lease $1 for $2 ms; $3 says that the database was missed since the last time. Answers no row where the lease was taken. */
export const RENEW_LEASE = `
  update worker_lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond',
    in_touch_since = case when $3 or expires_at < clock_timestamp() then clock_timestamp() else in_touch_since end
  where id = $1 returning id`

/**
 * Of worker_lease, whether the worker `taker` may hold it lost: that ran out, while the taker was in touch with the database all the
 * time since it was last renewed, or has been for long enough that whoever lives is back. When the database was away nobody could renew.
 */
export function isLostTo(taker: string): string {
  const own = `select from worker_lease own where own.id = ${taker} and own.expires_at > clock_timestamp()`
  const sawItThrough = `own.in_touch_since < worker_lease.expires_at - interval '${LEASE_MS} milliseconds'`
  const waitedForIt = `own.in_touch_since < clock_timestamp() - interval '${RETURN_MS} milliseconds'`
  return `(worker_lease.expires_at < clock_timestamp() and exists (${own} and (${sawItThrough} or ${waitedForIt})))`
}

export async function insertWorkerLease(tx: Tx, { id, instanceId, name, isNew }: NewWorker): Promise<void> {
  const in_touch_since = isNew ? sql<Date>`pg_postmaster_start_time()` : now
  await tx
    .insertInto('worker_lease')
    .values({ id, instance_id: instanceId, name, started_at: now, expires_at: expiry, in_touch_since })
    .execute()
}

/** The jobs of workers whose leases are lost to the worker `taker`, counted as lost once more, with the leases deleted. */
export function takeBackLost(tx: Tx, taker: string): Promise<TakenBack[]> {
  return takeBack(tx, sql<boolean>`${sql.raw(isLostTo(`'${taker}'`))}`)
}

/** The same of all workers of other openings of an embedded database: they are dead, however fresh their leases. */
export function takeBackOrphaned(tx: Tx, instanceId: string): Promise<TakenBack[]> {
  return takeBack(tx, sql<boolean>`instance_id <> ${instanceId}`)
}

async function takeBack(tx: Tx, condition: RawBuilder<boolean>): Promise<TakenBack[]> {
  const workers = await tx.selectFrom('worker_lease').select('id').where(condition).forUpdate().skipLocked().execute()
  const ids = workers.map(({ id }) => id)
  return ids.length === 0 ? [] : endLeases(tx, ids, 1)
}

/** The jobs that a worker gives up which lives, without counting it against them; its lease ends. */
export async function handBack(tx: Tx, workerId: string): Promise<TakenBack[]> {
  const found = await tx
    .selectFrom('worker_lease')
    .select('id')
    .where('id', '=', workerId)
    .forUpdate()
    .executeTakeFirst()
  return found ? endLeases(tx, [found.id], 0) : []
}

/** Jobs leased to the worker that it is not running: a claim may commit although its answer is lost on the way. */
export function takeBackStrays(tx: Tx, workerId: string, runIds: string[]): Promise<TakenBack[]> {
  return release(tx, sql`worker_id = ${workerId} and run_id <> all(${runIds}::uuid[])`, 0)
}

async function endLeases(tx: Tx, workerIds: string[], lossesMore: number): Promise<TakenBack[]> {
  const released = await release(tx, sql`worker_id = any(${workerIds}::uuid[])`, lossesMore)
  await tx.deleteFrom('worker_lease').where('id', 'in', workerIds).execute()
  return released
}

/** Makes jobs runnable again whose runs ended with their worker; those that outlived too many workers are dead. */
async function release(tx: Tx, which: RawBuilder<unknown>, lossesMore: number): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    update job set state = 'waiting', worker_id = null, run_id = null, losses = losses + ${lossesMore}
    where ${which} returning id as "jobId", name as "jobName", payload as data, losses`.execute(tx)
  const dead = rows.filter(isKiller).map(({ jobId }) => jobId)
  if (dead.length > 0) {
    const message = `Its worker ended during the run ${LOSSES_MAX} times, and it got no further in between.`
    await sql`
      update job set state = 'dead', died_at = clock_timestamp(), error = ${JSON.stringify({ message })}
      where id = any(${dead}::uuid[])`.execute(tx)
  }
  return rows
}

/** Whether so many workers ended with the job that it went to the dead letters. */
export function isKiller({ losses }: Pick<TakenBack, 'losses'>): boolean {
  return losses >= LOSSES_MAX
}
