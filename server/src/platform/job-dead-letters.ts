import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { DEAD_LETTERS } from './job-queues.ts'

/** A job that failed for good, as the operator sees it. */
export interface DeadLetter {
  id: string
  jobName: string
  payload: unknown
  /** What it failed of: the name, message and stack of the last error. */
  error: unknown
  diedAt: Date
}

/** The newest `limit` dead letters, where one is given those of one job alone; they are kept for 90 days. */
export async function listDeadLetters(tx: Tx, limit: number, ofJob?: { name: string }): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select id, source_name as "jobName", data as payload, source_output as error, created_on as "diedAt"
    from pgboss.job where name = ${DEAD_LETTERS} and source_name = coalesce(${ofJob?.name ?? null}, source_name)
    order by created_on desc, id limit ${limit}`.execute(tx)
  return rows
}
