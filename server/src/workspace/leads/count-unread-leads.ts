import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { IS_UNREAD } from './lead-counts.ts'

/** For each project, how many of its leads are neither read nor deleted; projects without any are left out. */
export async function countUnreadLeads(
  tx: Tx,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<{ project_id: string; unread: string | number }>`
    select project_id, count(*) as unread from lead
    where organization_id = ${organizationId} and project_id in (${sql.join(projectIds)}) and ${IS_UNREAD}
    group by project_id`.execute(tx)
  return new Map(rows.map((row) => [row.project_id, Number(row.unread)]))
}
