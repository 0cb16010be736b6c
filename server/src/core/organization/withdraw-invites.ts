import type { Tx } from '../../platform/db.ts'

/** Deletes every invite whose last sender was this member. */
export async function withdrawInvitesBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('invite')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', accountId)
    .execute()
}

/** Deletes all organizations' invites to an address; `tx` is open in the departure scope of its owner. */
export async function withdrawInvitesTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invite').where('email', '=', email.toLowerCase()).execute()
}
