import type { Tx } from '../../platform/db.ts'

/** Takes back what somebody who may no longer give projects away has offered; nobody can accept it any more. */
export async function cancelOffersBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('project_transfer')
    .set({ state: 'cancelled' })
    .where('organization_id', '=', organizationId)
    .where('requested_by', '=', accountId)
    .where('state', '=', 'pending')
    .execute()
}
