import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes what was said of these posts, in the organization of the transaction's scope. */
export async function deleteLabelsOf(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from signal_label where post_id = any(${postIds}::uuid[])`.execute(tx)
}
