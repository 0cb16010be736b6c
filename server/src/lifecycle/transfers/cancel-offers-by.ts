import type { Tx } from '../../platform/db.ts'

/** Takes back the offers of somebody who may no longer give projects away; nobody can accept them any more. */
export async function cancelOffersBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('project_transfer')
    .set({ state: 'cancelled' })
    .where('organization_id', '=', organizationId)
    .where('requested_by', '=', accountId)
    .where('state', '=', 'pending')
    .execute()
}
