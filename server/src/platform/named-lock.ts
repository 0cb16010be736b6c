import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Waits until no other transaction holds the name, and holds it until `tx` ends. For rules about many rows, such as
 * their number, where no single row stands for all of them. Reads after it see what earlier holders committed.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * The same names held by any number of transactions at once: each waits only for one that holds it alone by `lockName`, and
 * makes the next such one wait.
 */
export async function shareNames(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from unnest(${[...names]}::text[]) as name`.execute(
    tx,
  )
}
