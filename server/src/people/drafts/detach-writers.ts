import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Removes the writers' names from the drafts of a project that has moved to another organization. The drafts stay. */
export async function detachWriters(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    update lead_draft set updated_by = null from lead_view lead
    where lead_draft.organization_id = ${organizationId} and lead.organization_id = ${organizationId}
      and lead.project_id = ${projectId} and lead.id = lead_draft.lead_id`.execute(tx)
  await sql`
    update person_draft set updated_by = null from person_view person
    where person_draft.organization_id = ${organizationId} and person.organization_id = ${organizationId}
      and person.project_id = ${projectId} and person.id = person_draft.person_id`.execute(tx)
}
