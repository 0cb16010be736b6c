import type { Tx } from '../../platform/db.ts'

/** Whoever listens to the project from now on hears nothing of what was told before. */
export async function deleteOldEvents(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('event')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
