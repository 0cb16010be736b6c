import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { transferNotFound } from './transfer-failures.ts'
import { endTransfer, findPendingTransfer } from './transfer-store.ts'

/** Takes a project's offer back. Of taking back and accepting at the same moment, the later gets 404. */
export function cancelTransfer(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  projectId: string,
): Promise<void> {
  requirePermission(actor, 'project.transfer')
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const pending = await findPendingTransfer(tx, organizationId, projectId)
    const isWaiting = pending && pending.expiresAt > clock.now()
    if (!isWaiting || !(await endTransfer(tx, organizationId, { id: pending.id, state: 'cancelled' }))) {
      throw transferNotFound()
    }
  })
}
