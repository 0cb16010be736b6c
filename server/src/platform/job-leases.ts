import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** A worker whose lease was not renewed for this long is taken for dead. */
export const LEASE_MS = 4000
export const RENEW_MS = 1000
/** A job that was running when so many workers ended is taken for their killer and goes to the dead letters. */
export const LOSSES_MAX = 5

interface WorkerLeaseTable {
  id: string
  instance_id: string
  name: string
  started_at: Date
  expires_at: Date
}

interface JobLeaseTable {
  job_id: string
  job_name: string
  run_id: string
  worker_id: string | null
  losses: number
  started_at: Date
}

declare module './db.ts' {
  interface Tables {
    worker_lease: WorkerLeaseTable
    job_lease: JobLeaseTable
  }
}

export interface TakenBack {
  jobId: string
  jobName: string
  losses: number
}

const now = sql<Date>`clock_timestamp()`
const expiry = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

export async function insertWorkerLease(
  tx: Tx,
  worker: { id: string; instanceId: string; name: string },
): Promise<void> {
  await tx
    .insertInto('worker_lease')
    .values({ id: worker.id, instance_id: worker.instanceId, name: worker.name, started_at: now, expires_at: expiry })
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
  const gone = await tx.deleteFrom('job_lease').where('job_id', '=', jobId).where('run_id', '=', runId).where('worker_id', 'is not', null).executeTakeFirst() // prettier-ignore
  return gone.numDeletedRows > 0n
}

/** Unties a run from its worker without counting it lost; false when the run is no longer ours. */
export async function untieRun(tx: Tx, jobId: string, runId: string): Promise<boolean> {
  const untied = await tx.updateTable('job_lease').set({ worker_id: null }).where('job_id', '=', jobId).where('run_id', '=', runId).where('worker_id', 'is not', null).executeTakeFirst() // prettier-ignore
  return untied.numUpdatedRows > 0n
}

/**
 * The jobs of workers whose lease ran out, untied and counted as lost once more, with the leases deleted. `orphanedBy`
 * names this opening of an embedded database: whatever another opening left is dead, however fresh its lease.
 */
export async function takeBackLost(tx: Tx, orphanedBy?: string): Promise<TakenBack[]> {
  const workers = await tx
    .selectFrom('worker_lease')
    .select('id')
    .where((where) =>
      orphanedBy === undefined ? where('expires_at', '<', now) : where('instance_id', '<>', orphanedBy),
    )
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = workers.map(({ id }) => id)
  return ids.length === 0 ? [] : untie(tx, ids, 1)
}

/** The jobs that a stopping worker did not finish, untied without counting it against them; its lease ends. */
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

function presentTakenBack(row: Pick<JobLeaseTable, 'job_id' | 'job_name' | 'losses'>): TakenBack {
  return { jobId: row.job_id, jobName: row.job_name, losses: row.losses }
}
