import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { describeTransfer, type DescribedTransfer } from './describe-transfers.ts'
import { findPendingTransfer } from './transfer-store.ts'

/** The project's pending offer, or null. */
export function getTransfer(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  projectId: string,
): Promise<DescribedTransfer | null> {
  requirePermission(actor, 'project.transfer')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const pending = await findPendingTransfer(tx, actor.organizationId, projectId)
    return pending && pending.expiresAt > clock.now() ? describeTransfer(tx, pending) : null
  })
}
