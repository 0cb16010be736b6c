import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Removes a status that is being deleted from its leads, locking leads in the same order as bulk changes. */
export async function detachStatus(
  tx: Tx,
  organizationId: string,
  { projectId, statusId }: { projectId: string; statusId: string },
): Promise<void> {
  await sql`
    with target as (
      select id from lead
      where organization_id = ${organizationId} and project_id = ${projectId} and status_config_id = ${statusId}
      order by id for no key update
    )
    update lead set status_config_id = null from target
    where lead.organization_id = ${organizationId} and lead.id = target.id`.execute(tx)
}
