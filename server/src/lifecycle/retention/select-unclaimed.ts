import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Those of the posts that are nobody's lead. */
export async function selectUnclaimed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post_view post where id = any(${ids}::uuid[])
      and not exists (select from post_lead_view post_lead where post_lead.post_id = post.id)`.execute(tx)
  return rows.map(({ id }) => id)
}
