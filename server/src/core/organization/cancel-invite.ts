import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Db } from '../../platform/db.ts'
import { inWords } from '../../platform/request-change.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { deleteInvite } from './invite-store.ts'

/** Takes an invite back; its links no longer work. The audit log keeps what it was to, not whom it was for. */
export async function cancelInvite({ db }: { db: Db }, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'invite.manage')
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), async (tx) => {
    const invite = await deleteInvite(tx, organizationId, id)
    if (!invite) throw inviteNotFound()
    nameTarget({ role: invite.role, project_ids: inWords(invite.projectIds) })
  })
}
