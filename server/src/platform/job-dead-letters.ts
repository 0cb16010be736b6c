import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Tx } from './db.ts'
import { LostRace } from './lost-race.ts'

const UNIQUE_VIOLATION = '23505'
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

/** Which dead letters, at most `limit` of them: one by its id, or the newest of a job. Those that died long ago only where `isOldTaken`. */
export type WhichDead = ({ id: string } | { name: string; limit: number }) & { isOldTaken: boolean }

/** What died longer ago runs again only where that is wished: it may be a mail that nobody waits for any more. */
export const OLD_DAYS = 7

const isOld = sql<boolean>`died_at < now() - ${OLD_DAYS} * interval '1 day'`
const isAwaited = sql<boolean>`exists (
  select from job other where other.name = dead.name and other.key = dead.key and other.state <> 'dead')`
const isChosen = (which: WhichDead) => ('id' in which ? sql`dead.id = ${which.id}` : sql`dead.name = ${which.name}`)

/**
 * Has dead letters run again from their beginning, as if they had never failed. One stays where it is while another job
 * of its key waits or runs, which does the same work.
 */
export async function resendDeadLetters(tx: Tx, which: WhichDead): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    with newest as (
      select id, name, key, died_at from job dead
      where state = 'dead' and ${isChosen(which)} and not ${isAwaited} and (${which.isOldTaken} or not ${isOld})
      order by died_at desc, id limit ${'id' in which ? 1 : which.limit}
    ), chosen as (
      select distinct on (name, coalesce(key, id::text)) id, died_at from newest
      order by name, coalesce(key, id::text), died_at desc, id
    )
    update job set state = 'waiting', start_after = clock_timestamp(), died_at = null, failures = 0, losses = 0
    from chosen where job.id = chosen.id and job.state = 'dead'
    returning job.id, job.name as "jobName", job.payload, job.error, chosen.died_at as "diedAt"`
    .execute(tx)
    .catch(toLostRace)
  return rows
}

/** How many of these stay among the dead letters while the same work waits or runs, and how many others as they are old. */
export async function countLeft(tx: Tx, which: WhichDead): Promise<{ awaited: number; old: number }> {
  const { rows } = await sql<{ awaited: number; old: number }>`
    select count(*) filter (where ${isAwaited})::integer as awaited,
      count(*) filter (where not ${isAwaited} and ${isOld} and not ${which.isOldTaken})::integer as old
    from job dead where state = 'dead' and ${isChosen(which)}`.execute(tx)
  return rows[0] ?? { awaited: 0, old: 0 }
}

/** Somebody enqueued or resent the same work at the same moment: seen from the beginning, it waits. */
function toLostRace(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
    throw new LostRace('The same work came to wait meanwhile.', { cause: error })
  }
  throw error
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
