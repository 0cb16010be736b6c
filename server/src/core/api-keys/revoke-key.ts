import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import type { Actor, Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { deleteKey } from './key-store.ts'

/** Deletes a key of the actor's own, which is refused from the next call on. Another user's is reported as missing. */
export async function revokeKey(
  { db }: { db: Db },
  { actor, caller }: { actor: Actor; caller: Caller },
  id: string,
): Promise<void> {
  refuseImpersonation(caller)
  const { organizationId, userId } = actor
  const isDeleted = await db.transaction(organizationScope(organizationId), (tx) =>
    deleteKey(tx, { organizationId, accountId: userId }, id),
  )
  if (!isDeleted) throw new AppError('not_found', 'api_key_not_found', 'That key does not exist.')
}
