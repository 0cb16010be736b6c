import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Nothing that was changed of the project's people and companies before it moved can be undone any more. */
export async function deleteProspectUndos(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    delete from prospect_undo where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}
