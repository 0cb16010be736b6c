import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Tx } from './db.ts'

const PRUNE_MS = 600_000
const PRUNE_SQL = `
  delete from job where id = any(array(select id from job
    where state = 'dead' and died_at < now() - interval '90 days'
      or state = 'waiting' and start_after < now() - interval '14 days'
    limit 10000 for update skip locked))`

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
    select id, name as "jobName", payload, error, died_at as "diedAt" from job
    where state = 'dead' and name = coalesce(${ofJob?.name ?? null}, name)
    order by died_at desc, id limit ${limit}`.execute(tx)
  return rows
}

/** Which dead letters, at most `limit` of them: one by its id, or the newest of a job. */
export type WhichDead = { id: string } | { name: string; limit: number }

/**
 * Has dead letters run again from their beginning, as if they had never failed. One stays where it is while another job
 * of its key waits or runs, which does the same work.
 */
export async function resendDeadLetters(tx: Tx, which: WhichDead): Promise<DeadLetter[]> {
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`name = ${which.name}`
  const { rows } = await sql<DeadLetter>`
    update job set state = 'waiting', start_after = clock_timestamp(), died_at = null, failures = 0, losses = 0
    where state = 'dead' and id in (
      select distinct on (name, coalesce(key, id::text)) id from (
        select id, name, key, died_at from job dead where state = 'dead' and ${chosen} and not exists (
          select from job other where other.name = dead.name and other.key = dead.key and other.state <> 'dead')
        order by died_at desc, id limit ${'id' in which ? 1 : which.limit}) newest
      order by name, coalesce(key, id::text), died_at desc, id)
    returning id, name as "jobName", payload, error, created_at as "diedAt"`.execute(tx)
  return rows
}

/** Deletes jobs that died 90 days ago or that nobody ran for 14, some at a time: called at any time, it does so every ten minutes. */
export function createPruning({ database, clock }: { database: Database; clock: Clock }): () => Promise<void> {
  let nextAtMs = 0
  return async () => {
    const nowMs = clock.now().getTime()
    if (nowMs < nextAtMs) return
    nextAtMs = nowMs + PRUNE_MS
    await database.ask(PRUNE_SQL)
  }
}
