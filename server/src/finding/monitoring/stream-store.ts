import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { WatchName } from './watch-store.ts'

type WatchKey = Pick<WatchName, 'platform' | 'source' | 'keyProjectId'>

/** Whether somebody listens to a watch. */
export async function isListenedTo(tx: Tx, watchId: string): Promise<boolean> {
  const row = await tx.selectFrom('watch_project').select('watch_id').where('watch_id', '=', watchId).limit(1).execute()
  return row.length > 0
}

/** Whether a stream brings what is said at the source, and did so since `since`; one that a project hears with its own key stands in for its own polls alone. */
export async function isStreamed(tx: Tx, { platform, source, keyProjectId }: WatchKey, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('watch')
    .select('id')
    .where('platform', '=', platform)
    .where('source', 'in', ['', source])
    .where('way', '=', 'stream')
    .where(sql<boolean>`(key_project_id is null or key_project_id = ${keyProjectId})`)
    .where('error', 'is', null)
    .where('last_polled_at', '>=', since)
    .limit(1)
    .execute()
  return row.length > 0
}

/** Whether what a stream misses is polled for as well. */
export async function isPolledToo(tx: Tx, ids: WatchKey): Promise<boolean> {
  const row = await pollsOf(tx, ids).select('id').limit(1).execute()
  return row.length > 0
}

/** Brings the polls forward that a stream had put off; those that fail keep their time. */
export async function callPolls(tx: Tx, { platform, source, keyProjectId }: WatchKey, now: Date): Promise<void> {
  await sql`
    update watch set next_poll_at = ${now}
    where platform = ${platform} and (source = ${source} or ${source} = '') and way = 'poll' and error is null
      and next_poll_at > ${now} and (${keyProjectId}::uuid is null or key_project_id = ${keyProjectId})`.execute(tx)
}

/** Those somebody listens to: what nobody wants is not asked for. */
function pollsOf(tx: Tx, { platform, source, keyProjectId }: WatchKey) {
  const polls = tx
    .selectFrom('watch')
    .where('platform', '=', platform)
    .where('way', '=', 'poll')
    .where(sql<boolean>`(${keyProjectId}::uuid is null or key_project_id = ${keyProjectId})`)
    .where(sql<boolean>`exists (select from watch_project where watch_project.watch_id = watch.id)`)
  return source === '' ? polls : polls.where('source', '=', source)
}
