import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * These leads with their signals, best first, without those that are gone, deleted, or whose post was deleted at its
 * source.
 */
export async function rankLeads(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; ids: readonly string[] },
): Promise<{ id: string; signalIds: string[] }[]> {
  const { rows } = await sql<{ id: string; signalIds: string[] }>`
    select id, signal_ids as "signalIds" from lead
    where organization_id = ${organizationId} and project_id = ${ids.projectId} and id = any(${ids.ids}::uuid[])
      and not deleted and source_deleted_at is null
    order by score desc, posted_at desc, id`.execute(tx)
  return rows
}
