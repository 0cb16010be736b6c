import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Locks those of the posts that exist at their source until the transaction ends. Whoever erases one waits, and then
 * finds what was made of it meanwhile.
 */
export async function lockLivePosts(tx: Tx, postIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${postIds}::uuid[]) and gone_at is null order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
