import type { Caller } from '../../platform/actor.ts'
import type { DescribedInvite } from './describe-invites.ts'
import { getPendingInvite, type PendingInviteDependencies } from './get-pending-invite.ts'
import { joinOrganization, type JoiningDependencies } from './join-organization.ts'

/**
 * Makes the caller a member by the link of the mail. Throws for somebody signed in with another address than the
 * invited.
 */
export async function acceptTokenizedInvite(
  deps: PendingInviteDependencies & JoiningDependencies,
  caller: Caller,
  token: string,
): Promise<DescribedInvite> {
  const { id, organizationId } = await getPendingInvite(deps, token)
  return joinOrganization(deps, caller, { id, organizationId, byLink: true })
}
