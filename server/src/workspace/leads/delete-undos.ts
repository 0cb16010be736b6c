import type { Tx } from '../../platform/db.ts'

/** From now on no change made to the project's leads before can be taken back. */
export async function deleteUndos(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('undo')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
