import type { z } from 'zod'
import { endKeysTo } from '../../core/api-keys/end-keys-to.ts'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { withdrawInvitesInto } from '../../core/organization/withdraw-invites.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { endAccessJob } from './end-access-job.ts'

/**
 * Ends what leads to a project that the organization has no longer: invites of guests and personal keys that are for it
 * alone. Those for others too keep the others.
 */
export async function endAccessTo(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await withdrawInvitesInto(tx, organizationId, projectId)
  await endKeysTo(tx, organizationId, projectId)
}

/**
 * Does so once a project has moved, unless it has come back meanwhile. The audit log of the organization that had it
 * then tells of it, since the change itself stands in another one's.
 */
export function endAccessToMoved(
  { db, clock }: { db: Db; clock: Clock },
  { organizationId, projectId, left }: z.infer<typeof endAccessJob.schema>,
): Promise<void> {
  return db.transaction(organizationScope(organizationId), async (tx) => {
    if (await lockProjectForShare(tx, organizationId, projectId)) return
    await endAccessTo(tx, organizationId, projectId)
    if (!left) return
    // A job may run twice, and records it once.
    const newId = () => left.entryId
    const { organizationName } = left
    const target = {
      project_id: projectId,
      name: left.projectName,
      user_id: left.userId,
      how: left.how,
      ...(organizationName === undefined ? {} : { organization_name: organizationName }),
    }
    await recordOperatorAction(tx, { clock, newId }, { action: 'project.left', organizationId, target })
  })
}
