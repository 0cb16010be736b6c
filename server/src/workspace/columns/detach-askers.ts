import type { Tx } from '../../platform/db.ts'

/** Forgets who asked for the project's smart columns, as where it leaves for people who do not know them. */
export async function detachAskers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .updateTable('smart_column')
    .set({ asked_by: null })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
