import type { Tx } from '../../platform/db.ts'

/** Deletes the project's events, so that nobody who listens from now on hears of anything before. */
export async function deleteOldEvents(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('event')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
