import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { Load } from './poll-times.ts'
import { watchFromRow, type WatchRow } from './watch-store.ts'

/** The projects that share a platform's limits with the watch: all those that use the same key there. */
export async function selectLoads(
  tx: Tx,
  { id, platform, keyProjectId }: Pick<WatchRow, 'id' | 'platform' | 'keyProjectId'>,
): Promise<Load[]> {
  const { rows } = await sql<Load>`
    with listened as (
      select own.project_id, own.watch_id, 1.0 / count(*) over (partition by own.watch_id) as part
      from watch join watch_project own on own.watch_id = watch.id
      where watch.platform = ${platform} and watch.way = 'poll'
        and watch.key_project_id is not distinct from ${keyProjectId}::uuid
    ), load as (
      select project_id, sum(part) as watches, bool_or(watch_id = ${id}) as is_listening from listened group by project_id
    )
    select watches::float8 as watches, count(*)::integer as projects,
      (count(*) filter (where is_listening))::integer as listening
    from load group by load.watches order by load.watches`.execute(tx)
  return rows
}

/**
 * Postpones every watch that shares a platform's limits to `until`; with `source`, only those of it. Returns those that
 * by then will have been unread since `unreadSince`.
 */
export async function putOff(
  tx: Tx,
  { platform, keyProjectId }: Pick<WatchRow, 'platform' | 'keyProjectId'>,
  { until, source, unreadSince }: { until: Date; source: string | null; unreadSince: Date },
): Promise<WatchRow[]> {
  const { rows } = await sql<Row<'watch'>>`
    update watch set next_poll_at = ${until}
    where id in (
      select id from watch where platform = ${platform} and key_project_id is not distinct from ${keyProjectId}::uuid
        and way = 'poll' and next_poll_at < ${until} and (${source}::text is null or source = ${source})
      order by id for update)
    returning *`.execute(tx)
  return rows.filter((row) => row.read_to < unreadSince).map(watchFromRow)
}
