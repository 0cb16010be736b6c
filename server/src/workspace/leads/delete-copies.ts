import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes posts that were erased from the places where leads' words stand too, whoever's leads they are. */
export async function deleteCopies(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from post_copy where post_id = any(${postIds}::uuid[])`.execute(tx)
}
