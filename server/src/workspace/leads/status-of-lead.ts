import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface StatusNames {
  former: string | null
  current: string | null
  hasChanged: boolean
}

/**
 * Gives one lead a status of its project, null for none. Returns the names; undefined where the project does not have
 * that lead.
 */
export async function setStatus(
  tx: Tx,
  organizationId: string,
  { projectId, leadId, statusId }: { projectId: string; leadId: string; statusId: string | null },
): Promise<StatusNames | undefined> {
  const { rows } = await sql<StatusNames>`
    with target as (
      select id, status_config_id as former from lead
      where organization_id = ${organizationId} and project_id = ${projectId} and id = ${leadId}
      for no key update
    ), changed as (
      update lead set status_config_id = ${statusId}::uuid from target
      where lead.organization_id = ${organizationId} and lead.id = target.id returning target.former
    )
    select
      (select name from lead_status_view lead_status where organization_id = ${organizationId} and lead_status.id = former) as former,
      (select name from lead_status_view lead_status where organization_id = ${organizationId} and lead_status.id = ${statusId}::uuid) as current,
      former is distinct from ${statusId}::uuid as "hasChanged"
    from changed`.execute(tx)
  return rows[0]
}
