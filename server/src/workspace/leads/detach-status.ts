import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Takes a status that is about to go from the leads that have it, in the order in which bulk changes take leads. */
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
