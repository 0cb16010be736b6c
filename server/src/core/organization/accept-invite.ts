import type { Caller } from '../../platform/actor.ts'
import type { DescribedInvite } from './describe-invites.ts'
import { getAddressedInvite } from './get-addressed-invite.ts'
import { joinOrganization, type JoiningDependencies } from './join-organization.ts'

/** Joins the organization of an invite to the caller's verified address. */
export async function acceptInvite(deps: JoiningDependencies, caller: Caller, id: string): Promise<DescribedInvite> {
  const { organizationId } = await getAddressedInvite(deps, caller, id)
  return joinOrganization(deps, caller, { id, organizationId, byLink: false })
}
