import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeInvites, type DescribedInvite } from './describe-invites.ts'
import { listInvitesOf } from './invite-store.ts'

const LISTED_MAX = 500

/** The organization's pending invites, expired ones included, newest first. */
export function listInvites({ db }: { db: Db }, actor: Actor): Promise<DescribedInvite[]> {
  requirePermission(actor, 'invite.manage')
  return db.transaction(organizationScope(actor.organizationId), async (tx) =>
    describeInvites(tx, await listInvitesOf(tx, actor.organizationId, LISTED_MAX)),
  )
}
