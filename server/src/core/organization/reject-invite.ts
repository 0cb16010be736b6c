import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { getAddressedInvite } from './get-addressed-invite.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { deleteInvite } from './invite-store.ts'

/** Turns down an invite to the caller's verified address; its links no longer work. */
export async function rejectInvite({ db, clock }: { db: Db; clock: Clock }, caller: Caller, id: string): Promise<void> {
  const { organizationId, expiresAt } = await getAddressedInvite({ db }, caller, id)
  if (expiresAt <= clock.now()) throw inviteNotFound()
  const rejected = await db.transaction(organizationScope(organizationId), (tx) => deleteInvite(tx, organizationId, id))
  if (!rejected) throw inviteNotFound()
}
