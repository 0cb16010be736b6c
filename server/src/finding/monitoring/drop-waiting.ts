import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes erased posts from what waits to be judged, in every organization. */
export async function deleteWaitingOf(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from monitor_candidate where post_id = any(${postIds}::uuid[])`.execute(tx)
}
