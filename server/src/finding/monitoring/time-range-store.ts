import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

interface Project {
  organizationId: string
  projectId: string
}

/** Has the project listen to none but these any more, and remembers that it did, and from when until now. */
export async function endTimeRanges(
  tx: Tx,
  { organizationId, projectId, except }: Project & { except: readonly string[] },
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

/** Since when somebody has listened to a watch: nothing said before is for anybody. */
export async function selectListenedSince(tx: Tx, watchId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('watch_project')
    .select((eb) => eb.fn.min<Date | null>('since').as('since'))
    .where('watch_id', '=', watchId)
    .executeTakeFirst()
  return row?.since ?? null
}

/** Has those of these watches that nobody listens to begin now: what was said meanwhile nobody has asked for. */
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

/** Has the project listen to nothing, nor to have listened to anything: for one that has come from elsewhere. */
export async function deleteListening(tx: Tx, { organizationId, projectId }: Project): Promise<void> {
  await sql`
    delete from watch_project where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
  await sql`
    delete from watch_stretch where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}

/** Forgets who listened until before `before`. */
export async function deleteTimeRangesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('watch_stretch').where('until_at', '<', before).execute()
}
