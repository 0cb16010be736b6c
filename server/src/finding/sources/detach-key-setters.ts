import type { Tx } from '../../platform/db.ts'

/** Removes the names of who set the keys of a project that has moved; the keys stay. */
export async function detachKeySetters(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .updateTable('project_key')
    .set({ set_by: null })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
