import type { Caller } from '../../platform/actor.ts'
import type { DescribedInvite } from './describe-invites.ts'
import { getAddressedInvite } from './get-addressed-invite.ts'
import { joinOrganization, type JoiningDependencies } from './join-organization.ts'

/** Makes the caller a member by an invite to their verified address. */
export async function acceptInvite(deps: JoiningDependencies, caller: Caller, id: string): Promise<DescribedInvite> {
  const { organizationId } = await getAddressedInvite(deps, caller, id)
  return joinOrganization(deps, caller, { id, organizationId, byLink: false })
}
