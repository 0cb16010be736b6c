import type { Tx } from '../../platform/db.ts'

/** Takes back the offer of a project that is about to be deleted; nobody can accept it any more. */
export async function cancelOffers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .updateTable('project_transfer')
    .set({ state: 'cancelled' })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('state', '=', 'pending')
    .execute()
}
