import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Run } from './job-settling.ts'
import type { JobDefinition } from './jobs.ts'
import { lockName } from './named-lock.ts'
import { platformScope } from './scopes.ts'

interface Claim {
  job: JobDefinition
  workerId: string
  limit: number
}

/**
 * Takes up to `limit` jobs for the worker, the oldest first; where they have groups, so that these share the places evenly. Workers
 * that take jobs of groups at once wait for each other, so that each sees what the others took. Rejects, by the foreign key, when
 * the worker's lease was taken.
 */
export async function claimRuns(tx: Tx, { job, workerId, limit }: Claim): Promise<Run[]> {
  if (job.groupOf) await lockName(tx, `job-groups:${job.name}`)
  const next = job.groupOf ? evenly(job.name, limit) : oldest(job.name, limit)
  const { rows } = await sql<Omit<Run, 'job'>>`
    update job set state = 'running', worker_id = ${workerId}, run_id = gen_random_uuid(), is_asked_again = false
    where id = any(array(${next})) returning id as "jobId", run_id as "runId", payload as data, failures, losses, trace`.execute(
    tx,
  )
  return rows.map((row) => ({ job, ...row }))
}

/**
 * Whether a job waits whose group is at least two places behind that of the running job `jobId`: the place would be
 * shared more evenly if that job made room.
 */
export async function isCrowding(db: Db, name: string, jobId: string): Promise<boolean> {
  const [row] = await db.read(
    platformScope(),
    sql<{ is_crowding: boolean }>`
      with running as (${runningOf(name)})
      select exists (
        select from job own join running held using (group_id)
        where own.id = ${jobId} and held.places > 1 and exists (
          select from job waiting left join running theirs using (group_id)
          where waiting.name = ${name} and waiting.state = 'waiting' and waiting.start_after <= now()
            and waiting.group_id <> own.group_id and coalesce(theirs.places, 0) + 1 < held.places)
      ) as is_crowding`,
  )
  return row?.is_crowding ?? false
}

function oldest(name: string, limit: number): RawBuilder<unknown> {
  return sql`select id from job where name = ${name} and state = 'waiting' and start_after <= now()
    order by created_at limit ${limit} for update skip locked`
}

/** Each place goes to the oldest job among the groups that have the fewest: to a group's first when it has none running, and so on. */
function evenly(name: string, limit: number): RawBuilder<unknown> {
  return sql`
    select next.id from job next join (
      select id, coalesce(places, 0) + row_number() over (partition by group_id order by created_at) as place
      from job left join (${runningOf(name)}) running using (group_id)
      where name = ${name} and state = 'waiting' and start_after <= now()
    ) ranked on ranked.id = next.id
    where next.name = ${name} and next.state = 'waiting' order by ranked.place, next.created_at limit ${limit} for update of next skip locked`
}

/** How many jobs run of each group that has any: few altogether, so that the index by worker finds them. */
function runningOf(name: string): RawBuilder<unknown> {
  return sql`select group_id, count(*) as places from job
    where name = ${name} and worker_id is not null and group_id is not null group by group_id`
}
