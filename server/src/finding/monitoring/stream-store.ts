import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { WatchName } from './watch-store.ts'

type WatchKey = Pick<WatchName, 'platform' | 'source' | 'keyProjectId'>

export async function isListenedTo(tx: Tx, watchId: string): Promise<boolean> {
  const row = await tx.selectFrom('watch_project').select('watch_id').where('watch_id', '=', watchId).limit(1).execute()
  return row.length > 0
}

/**
 * Whether a stream covers the source and was alive since `since`. A stream under a project's own key replaces only that
 * project's polls.
 */
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

/** Whether polls cover what a stream misses. */
export async function isPolledToo(tx: Tx, ids: WatchKey): Promise<boolean> {
  const row = await pollsOf(tx, ids).select('id').limit(1).execute()
  return row.length > 0
}

/** Brings forward the polls that a stream had put off; failing ones keep their time. */
export async function callPolls(tx: Tx, { platform, source, keyProjectId }: WatchKey, now: Date): Promise<void> {
  await sql`
    update watch set next_poll_at = ${now}
    where platform = ${platform} and (source = ${source} or ${source} = '') and way = 'poll' and error is null
      and next_poll_at > ${now} and (${keyProjectId}::uuid is null or key_project_id = ${keyProjectId})`.execute(tx)
}

/** Those somebody listens to; others are not polled. */
function pollsOf(tx: Tx, { platform, source, keyProjectId }: WatchKey) {
  const polls = tx
    .selectFrom('watch')
    .where('platform', '=', platform)
    .where('way', '=', 'poll')
    .where(sql<boolean>`(${keyProjectId}::uuid is null or key_project_id = ${keyProjectId})`)
    .where(sql<boolean>`exists (select from watch_project where watch_project.watch_id = watch.id)`)
  return source === '' ? polls : polls.where('source', '=', source)
}
