import { sql } from 'kysely'
import { findOpenTransaction, type Tx } from './db.ts'
import { boundStatements } from './silent-connections.ts'

/** PostgreSQL's code for a statement that it ended. */
export const STATEMENT_TIMEOUT = '57014'

/**
 * Has PostgreSQL end each further statement of `tx` that takes longer than `ms`, instead of the usual limit: a longer one for
 * the rare change that must be one transaction however much it changes, a shorter one for what is not worth the wait. The
 * embedded database has no such limit and ignores this.
 */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  const client = findOpenTransaction()?.client
  if (client) boundStatements(client, ms)
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
}

/** Whether PostgreSQL ended a statement at its limit. */
export function isOverLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STATEMENT_TIMEOUT
}
