import type { DepartingAccount } from '../../core/accounts/account-hooks.ts'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { withdrawInvitesTo } from '../../core/organization/withdraw-invites.ts'
import type { Tx } from '../../platform/db.ts'
import { departOrganization } from '../team/depart-organization.ts'
import { deleteOffersTo } from '../transfers/delete-offers-to.ts'
import { eraseOrganization } from './erase-organization.ts'

/**
 * Ends the membership of somebody whose account is deleted, and the invites and offers addressed to them. An
 * organization with nobody else in it goes too. Throws for the last admin of others. `tx` is open in their departure
 * scope.
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
