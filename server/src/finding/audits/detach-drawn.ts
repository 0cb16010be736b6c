import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Takes these posts out of what was drawn, in the organization of the transaction's scope. An answer outlives its post:
 * what it counts for is not whose words they were.
 */
export async function detachDrawn(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`update signal_audit_post set post_id = null where post_id = any(${postIds}::uuid[])`.execute(tx)
}
