import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { deleteInvite } from './invite-store.ts'

/** Takes an invite back; its links no longer work. */
export async function cancelInvite({ db }: { db: Db }, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'invite.manage')
  const { organizationId } = actor
  const invite = await db.transaction(organizationScope(organizationId), (tx) => deleteInvite(tx, organizationId, id))
  if (!invite) throw inviteNotFound()
}
