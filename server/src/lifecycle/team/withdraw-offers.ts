import type { Tx } from '../../platform/db.ts'
import { cancelOffersBy } from '../transfers/cancel-offers-by.ts'
import { withdrawInvitesBy } from '../../core/organization/withdraw-invites.ts'

/** Takes back every invite and project offer of somebody who no longer runs the organization. */
export async function withdrawOffers(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await withdrawInvitesBy(tx, organizationId, accountId)
  await cancelOffersBy(tx, organizationId, accountId)
}
