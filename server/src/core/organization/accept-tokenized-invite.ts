import type { Caller } from '../../platform/actor.ts'
import type { DescribedInvite } from './describe-invites.ts'
import { getPendingInvite, type PendingInviteDependencies } from './get-pending-invite.ts'
import { joinOrganization, type JoiningDependencies } from './join-organization.ts'

/** Joins the organization by the link of the mail. Who is signed in under another address than the invited is refused. */
export async function acceptTokenizedInvite(
  deps: PendingInviteDependencies & JoiningDependencies,
  caller: Caller,
  token: string,
): Promise<DescribedInvite> {
  const { id, organizationId } = await getPendingInvite(deps, token)
  return joinOrganization(deps, caller, { id, organizationId, byLink: true })
}
