import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes the undo data of a project's people and companies: nothing from before a move can be undone. */
export async function deleteProspectUndos(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    delete from prospect_undo where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}
