import type { Tx } from '../../platform/db.ts'

/** Makes earlier bulk changes of the project's leads impossible to undo. */
export async function deleteUndos(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('undo')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
