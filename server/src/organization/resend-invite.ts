import { requirePermission, type Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { INVITE_MS, type InvitingDependencies } from './create-invite.ts'
import { describeInvite, type DescribedInvite } from './describe-invites.ts'
import { holdOrganization } from './hold-organization.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { renewInvite } from './invite-store.ts'
import { mailInvite } from './mail-invite.ts'

/**
 * Mails an invite again, in the actor's name, and gives it seven days from now, also where it had expired. Links of
 * former mails go on working as long as the invite does: people follow whichever mail they find.
 */
export function resendInvite(deps: InvitingDependencies, actor: Actor, id: string): Promise<DescribedInvite> {
  requirePermission(actor, 'invite.manage')
  const { organizationId, userId } = actor
  const expiresAt = new Date(deps.clock.now().getTime() + INVITE_MS)
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await holdOrganization(tx, actor, 'invite.manage')
    const invite = await renewInvite(tx, organizationId, id, { invitedBy: userId, expiresAt })
    if (!invite) throw inviteNotFound()
    await mailInvite(tx, deps, invite)
    return describeInvite(tx, invite)
  })
}
