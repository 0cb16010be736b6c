import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes old fetch records, at most `limit`, except the last of each source. Returns how many. */
export async function deleteCoverageBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from coverage where id in (
      select id from coverage old
      where polled_at < ${before} and exists (
        select from coverage later
        where later.organization_id = old.organization_id and later.project_id = old.project_id
          and later.platform = old.platform and later.source = old.source and later.polled_at > old.polled_at)
      order by polled_at, id limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
