import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Takes the people of its former organization out of a project that has moved: assignments, who noted, drafted and
 * did what, and the views that were somebody's own. What was noted and done stays.
 */
export async function leavePeopleBehind(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  const leads = sql`select id from lead where organization_id = ${organizationId} and project_id = ${projectId}`
  await sql`update lead set assignee_id = null
    where organization_id = ${organizationId} and project_id = ${projectId} and assignee_id is not null`.execute(tx)
  for (const table of ['lead_note', 'lead_history', 'lead_correction'] as const) {
    await sql`update ${sql.table(table)} set account_id = null
      where organization_id = ${organizationId} and lead_id in (${leads}) and account_id is not null`.execute(tx)
  }
  await sql`update lead_draft set updated_by = null
    where organization_id = ${organizationId} and lead_id in (${leads})`.execute(tx)
  await sql`delete from saved_view
    where organization_id = ${organizationId} and project_id = ${projectId} and not is_shared`.execute(tx)
  await sql`update saved_view set account_id = null
    where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}
