import { sql, type Selectable } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { watchFromRow, type WatchRow, type WatchTable } from './watch-store.ts'

/** How many watches that somebody listens to share a platform's limits: those asked with the same key. */
export async function countSharing(tx: Tx, watch: Pick<WatchRow, 'platform' | 'keyProjectId'>): Promise<number> {
  const row = await sharing(tx, watch)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Leaves a platform alone until `until`: no watch that shares its limits is due before. With `source`, only what is asked
 * there. Answers those that by then will not have been read since `unreadSince`.
 */
export async function putOff(
  tx: Tx,
  { platform, keyProjectId }: Pick<WatchRow, 'platform' | 'keyProjectId'>,
  { until, source, unreadSince }: { until: Date; source: string | null; unreadSince: Date },
): Promise<WatchRow[]> {
  const { rows } = await sql<Selectable<WatchTable>>`
    update watch set next_poll_at = ${until}
    where id in (
      select id from watch where platform = ${platform} and key_project_id is not distinct from ${keyProjectId}::uuid
        and way = 'poll' and next_poll_at < ${until} and (${source}::text is null or source = ${source})
      order by id for update)
    returning *`.execute(tx)
  return rows.filter((row) => row.read_to < unreadSince).map(watchFromRow)
}

function sharing(tx: Tx, { platform, keyProjectId }: Pick<WatchRow, 'platform' | 'keyProjectId'>) {
  return tx
    .selectFrom('watch')
    .where('platform', '=', platform)
    .where('way', '=', 'poll')
    .where('key_project_id', 'is not distinct from', keyProjectId)
    .where(sql<boolean>`exists (select from watch_project where watch_project.watch_id = watch.id)`)
}
