import { sql } from 'kysely'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './job-queue.ts'
import { lockName } from './named-lock.ts'
import { platformScope } from './scopes.ts'

type Fetched = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount'>

/**
 * Fetches up to `limit` jobs so that the groups share the places evenly: each place goes to the oldest job among the
 * groups that have the fewest running. Workers that fetch at once wait for each other, so that each sees what the
 * others took.
 */
export async function fetchEvenly(tx: Tx, boss: PgBoss, name: string, limit: number): Promise<Fetched[]> {
  await lockName(tx, `job-groups:${name}`)
  const fetched: Fetched[] = []
  while (fetched.length < limit) {
    const fewest = await fewestRunning(tx, name)
    if (fewest === undefined) break
    const options = { batchSize: 1, groupConcurrency: fewest + 1, db: inTransaction(tx) }
    const found = await boss.fetch<unknown>(name, options)
    if (found.length === 0) break
    fetched.push(...found)
  }
  return fetched
}

/**
 * Whether a job waits whose group is at least two places behind that of the running job `jobId`: the place would be
 * shared more evenly if that job made room.
 */
export async function isCrowding(db: Db, name: string, jobId: string): Promise<boolean> {
  const [row] = await db.read(
    platformScope(),
    sql<{ is_crowding: boolean }>`
      with running as (select group_id, count(*) as places from pgboss.job
        where name = ${name} and state = 'active' and group_id is not null group by group_id)
      select exists (
        select from pgboss.job own join running held on held.group_id = own.group_id
        where own.name = ${name} and own.id = ${jobId} and held.places > 1 and exists (
          select from pgboss.job waiting left join running theirs on theirs.group_id = waiting.group_id
          where waiting.name = ${name} and waiting.state < 'active' and not waiting.blocked
            and waiting.start_after <= now() and waiting.group_id <> own.group_id
            and coalesce(theirs.places, 0) + 1 < held.places)
      ) as is_crowding`,
  )
  return row?.is_crowding ?? false
}

/** How many jobs run of the groups that have work waiting and fewest running; undefined where nothing waits. */
async function fewestRunning(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ fewest: string | number | null }>`
    select min((select count(*) from pgboss.job running
      where running.name = ${name} and running.state = 'active' and running.group_id = waiting.group_id)) as fewest
    from (select distinct group_id from pgboss.job
      where name = ${name} and state < 'active' and not blocked and start_after <= now()) as waiting`.execute(tx)
  const fewest = rows[0]?.fewest ?? null
  return fewest === null ? undefined : Number(fewest)
}
