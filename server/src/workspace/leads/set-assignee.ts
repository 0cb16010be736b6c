import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Assigns a lead that the caller has locked to somebody, or to nobody. */
export async function setAssignee(
  tx: Tx,
  organizationId: string,
  { leadId, userId }: { leadId: string; userId: string | null },
): Promise<void> {
  await sql`
    update lead set assignee_id = ${userId} where organization_id = ${organizationId} and id = ${leadId}`.execute(tx)
}

/** Unassigns the leads of somebody who no longer sees them: of one project, or of all. */
export async function unassignLeads(
  tx: Tx,
  organizationId: string,
  { userId, projectId }: { userId: string; projectId?: string },
): Promise<void> {
  const within = projectId === undefined ? sql`` : sql`and project_id = ${projectId}`
  await sql`
    with target as (
      select id from lead where organization_id = ${organizationId} and assignee_id = ${userId} ${within}
      order by id for no key update
    )
    update lead set assignee_id = null from target
    where lead.organization_id = ${organizationId} and lead.id = target.id`.execute(tx)
}
