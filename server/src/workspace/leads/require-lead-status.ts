import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'

/** Refuses a status that is not one of the project's lead statuses, as "not found". Null, no status, always passes. */
export async function requireLeadStatus(
  tx: Tx,
  organizationId: string,
  projectId: string,
  statusId: string | null,
): Promise<void> {
  if (statusId === null) return
  const { rows } = await sql`
    select from lead_status_view lead_status
    where organization_id = ${organizationId} and project_id = ${projectId} and kind = 'lead' and id = ${statusId}
  `.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'status_not_found', 'That status does not exist.')
}
