import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Raises the statement timeout of `tx` to `ms`. For the rare change that must be one transaction however much it
 * changes. The embedded database has no such limit and ignores this.
 */
export async function allowLongStatement(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
}
