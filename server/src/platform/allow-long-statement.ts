import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Lets the statements of `tx` take up to `ms` instead of what the connection allows. For the rare change that must be one
 * transaction however much it changes; the embedded database knows no such limit and ignores this.
 */
export async function allowLongStatement(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
}
