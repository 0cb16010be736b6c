import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Only a trigger writes rows of slack_status_entry (0038-slack-entries.sql). */
export interface StatusEntry {
  configId: string
  leadId: string
}

/** Takes at most `limit` of the project's leads that entered a status since the last call, oldest first. */
export async function takeEntries(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  limit: number,
): Promise<StatusEntry[]> {
  const { rows } = await sql<StatusEntry>`
    with taken as (
      delete from slack_status_entry where organization_id = ${organizationId} and id in (
        select id from slack_status_entry where organization_id = ${organizationId} and project_id = ${projectId}
        order by id limit ${limit})
      returning id, config_id, lead_id
    )
    select config_id as "configId", lead_id as "leadId" from taken order by id`.execute(tx)
  return rows
}
