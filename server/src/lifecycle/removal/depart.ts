import type { DepartingAccount } from '../../core/accounts/account-hooks.ts'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { withdrawInvitesTo } from '../../core/organization/withdraw-invites.ts'
import type { Tx } from '../../platform/db.ts'
import { departOrganization } from '../team/depart-organization.ts'
import { deleteOffersTo } from '../transfers/delete-offers-to.ts'
import { eraseOrganization } from './erase-organization.ts'

/**
 * Ends what somebody whose account goes was invited to and offered, and their membership: their organization goes with them
 * where nobody else is in it. The last admin of others is refused. `tx` is open in their departure scope.
 */
export async function depart(
  tx: Tx,
  deps: RemovalDependencies,
  { accountId, email, membership }: DepartingAccount,
): Promise<void> {
  await withdrawInvitesTo(tx, email)
  await deleteOffersTo(tx, { email })
  if (!membership) return
  const { organizationId, role } = membership
  const { isLast } = await departOrganization(tx, organizationId, { accountId, role })
  if (isLast) await eraseOrganization(tx, deps, organizationId)
}
