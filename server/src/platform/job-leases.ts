import { sql, type RawBuilder } from 'kysely'
import type { Row, Tx } from './db.ts'

/** A worker whose lease was not renewed for this long is taken for dead. */
export const LEASE_MS = 4000
export const RENEW_MS = 1000
/** A worker that missed the database with the others is back within this time of the database: it may be amid a try to connect. */
export const RETURN_MS = 8000
/** A job that got no further while so many workers ended with it is taken for their killer and goes to the dead letters. */
export const LOSSES_MAX = 5

export interface TakenBack {
  jobId: string
  jobName: string
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

/** Ties the jobs to the worker. Rejects when the worker's lease was taken meanwhile, by the foreign key. */
export async function insertJobLeases(
  tx: Tx,
  workerId: string,
  jobName: string,
  runs: { jobId: string; runId: string }[],
): Promise<void> {
  await tx
    .insertInto('job_lease')
    .values(
      runs.map(({ jobId, runId }) => ({
        job_id: jobId,
        job_name: jobName,
        run_id: runId,
        worker_id: workerId,
        losses: 0,
        started_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((set) => ({
        run_id: set.ref('excluded.run_id'),
        worker_id: set.ref('excluded.worker_id'),
        started_at: set.ref('excluded.started_at'),
      })),
    )
    .execute()
}

/** How often each of the jobs was lost with its worker. */
export async function listLosses(tx: Tx, jobIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('job_lease').select(['job_id', 'losses']).where('job_id', 'in', jobIds).execute()
  return new Map(rows.map((row) => [row.job_id, row.losses]))
}

/** Ends the run's lease; false when the run is no longer ours to settle. */
export async function endJobLease(tx: Tx, jobId: string, runId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('job_lease').where('job_id', '=', jobId).where('run_id', '=', runId).where('worker_id', 'is not', null).executeTakeFirst() // oxfmt-ignore
  return gone.numDeletedRows > 0n
}

/** Unties a run that ended in order from its worker, and forgets its losses; false when the run is no longer ours. */
export async function untieRun(tx: Tx, jobId: string, runId: string): Promise<boolean> {
  const untied = await tx.updateTable('job_lease').set({ worker_id: null, losses: 0 }).where('job_id', '=', jobId).where('run_id', '=', runId).where('worker_id', 'is not', null).executeTakeFirst() // oxfmt-ignore
  return untied.numUpdatedRows > 0n
}

/** Forgets the losses of a run that got further than those before it; nothing where the run is no longer ours. */
export async function forgetLosses(tx: Tx, jobId: string, runId: string): Promise<void> {
  await tx.updateTable('job_lease').set({ losses: 0 }).where('job_id', '=', jobId).where('run_id', '=', runId).where('worker_id', 'is not', null).execute() // oxfmt-ignore
}

/** The jobs of workers whose leases are lost to the worker `taker`, untied and counted as lost once more, with the leases deleted. */
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
  return ids.length === 0 ? [] : untie(tx, ids, 1)
}

/** The jobs that a worker gives up which lives, untied without counting it against them; its lease ends. */
export async function handBack(tx: Tx, workerId: string): Promise<TakenBack[]> {
  const found = await tx
    .selectFrom('worker_lease')
    .select('id')
    .where('id', '=', workerId)
    .forUpdate()
    .executeTakeFirst()
  return found ? untie(tx, [found.id], 0) : []
}

/** Jobs leased to the worker that it is not running: a claim may commit although its answer is lost on the way. */
export async function takeBackStrays(tx: Tx, workerId: string, runIds: string[]): Promise<TakenBack[]> {
  const rows = await tx
    .updateTable('job_lease')
    .set({ worker_id: null })
    .where('worker_id', '=', workerId)
    .where((where) => (runIds.length === 0 ? where.lit(true) : where('run_id', 'not in', runIds)))
    .returning(['job_id', 'job_name', 'losses'])
    .execute()
  return rows.map(presentTakenBack)
}

async function untie(tx: Tx, workerIds: string[], lossesMore: number): Promise<TakenBack[]> {
  const rows = await tx
    .updateTable('job_lease')
    .set((set) => ({ worker_id: null, losses: set('losses', '+', lossesMore) }))
    .where('worker_id', 'in', workerIds)
    .returning(['job_id', 'job_name', 'losses'])
    .execute()
  await tx.deleteFrom('worker_lease').where('id', 'in', workerIds).execute()
  return rows.map(presentTakenBack)
}

function presentTakenBack(row: Pick<Row<'job_lease'>, 'job_id' | 'job_name' | 'losses'>): TakenBack {
  return { jobId: row.job_id, jobName: row.job_name, losses: row.losses }
}
