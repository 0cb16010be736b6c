import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes erased posts from leads' copies, in every organization. */
export async function deleteCopies(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from post_copy where post_id = any(${postIds}::uuid[])`.execute(tx)
}
