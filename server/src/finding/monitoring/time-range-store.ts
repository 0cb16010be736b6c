import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Ends the project's listening to all but these watches, and records from when until when it listened. */
export async function endTimeRanges(
  tx: Tx,
  { organizationId, projectId, except }: ProjectIds & { except: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`
    with ended as (
      delete from watch_project where organization_id = ${organizationId} and project_id = ${projectId}
        and watch_id <> all(${except}::uuid[])
      returning watch_id, organization_id, project_id, since)
    insert into watch_stretch (watch_id, organization_id, project_id, from_at, until_at)
    select watch_id, organization_id, project_id, since, ${now} from ended
    on conflict do nothing`.execute(tx)
}

/** Since when somebody has listened to a watch: older posts are for nobody. */
export async function selectListenedSince(tx: Tx, watchId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('watch_project')
    .select((eb) => eb.fn.min<Date | null>('since').as('since'))
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  return row?.since ?? null
}

/** Restarts at `now` those of these watches that nobody listens to: nobody has asked for older posts. */
export async function restartTimeRanges(tx: Tx, watchIds: readonly string[], now: Date): Promise<void> {
  if (watchIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    update watch set read_to = ${now}, window_from = null, window_to = null, page_cursor = null, pages = 0, window_seen = 0,
      window_known = 0, progress_at = null, look_id = null, stream_cursor = null, failures = 0, error = null, last_polled_at = null, next_poll_at = ${now}
    where id = any(${watchIds}::uuid[])
      and not exists (select from watch_project where watch_project.watch_id = watch.id)
    returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update watch_gap set to_at = ${now}, lost = true
    where to_at is null and watch_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

/** Ends the project's listening and deletes its past, for a project that has moved here. */
export async function deleteListening(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await sql`
    delete from watch_project where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
  await sql`
    delete from watch_stretch where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}

/** Deletes records of listening that ended before `before`. */
export async function deleteTimeRangesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('watch_stretch').where('until_at', '<', before).execute()
}
