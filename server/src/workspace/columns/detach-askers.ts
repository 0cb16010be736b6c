import type { Tx } from '../../platform/db.ts'

/** Removes who asked for the project's smart columns, as when it moves to another organization. */
export async function detachAskers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .updateTable('smart_column')
    .set({ asked_by: null })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
