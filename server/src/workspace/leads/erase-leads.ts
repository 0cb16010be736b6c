import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Deletes leads and all that refers to them, in the caller's transaction, and updates the counts of their channels.
 * The caller has locked the leads.
 */
export async function eraseLeads(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from lead where organization_id = ${organizationId} and id = any(${leadIds}::uuid[])
      returning project_id, platform, community_external_id
    ), counted as (
      select project_id, platform, community_external_id, count(*)::integer as count from gone group by 1, 2, 3
    )
    update project_channel channel set lead_count = greatest(0, lead_count - counted.count) from counted
    where channel.organization_id = ${organizationId} and channel.project_id = counted.project_id
      and channel.platform = counted.platform and channel.external_id = counted.community_external_id`.execute(tx)
  await sql`
    delete from project_channel where organization_id = ${organizationId} and lead_count = 0`.execute(tx)
}
