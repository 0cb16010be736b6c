import { requireOpenAccount } from '../accounts/require-open-account.ts'
import { requirePermission, type Actor, type Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { INVITE_MS, MAILED_INVITE, type InvitingDependencies } from './create-invite.ts'
import { describeInvite, type DescribedInvite } from './describe-invites.ts'
import { lockOrganizationFor } from './lock-organization-for.ts'
import { countingInviteMail } from './invite-limits.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { findInvite, renewInvite } from './invite-store.ts'
import { mailInvite } from './mail-invite.ts'

/**
 * Mails an invite again in the actor's name and extends it to seven days from now, even if it had expired. Links of
 * former mails keep working: people follow whichever mail they find. Asked again with the same key within a day, it
 * mails nothing more.
 */
export async function resendInvite(
  deps: InvitingDependencies,
  { actor, caller }: { actor: Actor; caller: Caller },
  { id, idempotencyKey: key }: { id: string; idempotencyKey?: string | undefined },
): Promise<DescribedInvite> {
  requirePermission(actor, 'invite.manage')
  const { organizationId, userId } = actor
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + INVITE_MS)
  const call = callUnderKey(actor, { key, projectId: null, asked: ['resendInvite', id], at: now })
  const scope = organizationScope(organizationId)
  const wish = { now, before: 'invite others' }
  const found = await deps.db.transaction(scope, async (tx) => {
    await requireOpenAccount(tx, caller, wish)
    return findInvite(tx, organizationId, id)
  })
  if (!found) throw inviteNotFound()
  const renew = async (tx: Tx) => {
    await lockOrganizationFor(tx, actor, 'invite.manage')
    await requireOpenAccount(tx, caller, wish)
    let isMailed = false
    await doOnce(tx, { call, shape: MAILED_INVITE }, async () => {
      isMailed = true
      const renewed = await renewInvite(tx, organizationId, id, { invitedBy: userId, expiresAt })
      if (!renewed) throw inviteNotFound()
      await mailInvite(tx, deps, renewed)
      return { id }
    })
    const invite = await findInvite(tx, organizationId, id)
    if (!invite) throw inviteNotFound()
    return { invite: await describeInvite(tx, invite), isMailed }
  }
  return countingInviteMail(deps.rateLimits, found.email, () => deps.db.transaction(scope, renew))
}
