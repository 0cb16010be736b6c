import { nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { getPendingInvite, type PendingInviteDependencies } from './get-pending-invite.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { deleteInvite } from './invite-store.ts'

/** Turns down the invite of a mailed link, with or without a session. */
export async function rejectTokenizedInvite(deps: PendingInviteDependencies, token: string): Promise<void> {
  const { id, organizationId } = await getPendingInvite(deps, token)
  nameTarget({ id })
  const rejected = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    deleteInvite(tx, organizationId, id),
  )
  if (!rejected) throw inviteNotFound()
}
