import type { Tx } from '../../platform/db.ts'

/** Ends every invite that somebody of the organization sent last. */
export async function withdrawInvitesBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('invite')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', accountId)
    .execute()
}

/** Deletes what waits for an address in any organization; `tx` is open in the departure scope of who has the address. */
export async function withdrawInvitesTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invite').where('email', '=', email.toLowerCase()).execute()
}
