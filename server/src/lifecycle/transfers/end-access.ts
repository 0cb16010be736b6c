import { endKeysTo } from '../../core/api-keys/end-keys-to.ts'
import { withdrawInvitesInto } from '../../core/organization/withdraw-invites.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'

/**
 * Ends what leads to a project that the organization has no longer: invites of guests and personal keys that are for it
 * alone. Those for others too keep the others.
 */
export async function endAccessTo(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await withdrawInvitesInto(tx, organizationId, projectId)
  await endKeysTo(tx, organizationId, projectId)
}

/** Does so once a project has moved, unless it has come back meanwhile. */
export function endAccessToMoved(
  { db }: { db: Db },
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<void> {
  return db.transaction(organizationScope(organizationId), async (tx) => {
    if (await lockProjectForShare(tx, organizationId, projectId)) return
    await endAccessTo(tx, organizationId, projectId)
  })
}
