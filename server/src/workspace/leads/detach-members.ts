import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Removes the former organization's members from the leads of a project that has moved: assignments, and the names
 * behind notes, corrections and history. What they wrote and did stays.
 */
export async function detachMembers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  const leads = sql`select id from lead where organization_id = ${organizationId} and project_id = ${projectId}`
  await sql`update lead set assignee_id = null
    where organization_id = ${organizationId} and project_id = ${projectId} and assignee_id is not null`.execute(tx)
  await sql`update lead_note set account_id = null
    where organization_id = ${organizationId} and lead_id in (${leads}) and account_id is not null`.execute(tx)
  await sql`update lead_history set account_id = null
    where organization_id = ${organizationId} and lead_id in (${leads}) and account_id is not null`.execute(tx)
  await sql`update lead_correction set account_id = null
    where organization_id = ${organizationId} and lead_id in (${leads}) and account_id is not null`.execute(tx)
}
