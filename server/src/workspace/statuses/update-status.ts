import type { StatusColor } from '@leadlight/domain/statuses'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireFreeName, lockStatus, type StatusIds } from './require-status.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { setStatus, type StatusRow } from './status-store.ts'

/** Renames or recolours a status; what is left out stays. */
export function updateStatus(
  { db }: Pick<StatusDependencies, 'db'>,
  actor: Actor,
  change: StatusIds & { name: string | undefined; color: StatusColor | undefined },
): Promise<StatusRow> {
  requirePermission(actor, 'status.write')
  const { organizationId } = actor
  const { projectId } = change
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await lockStatus(tx, actor, change)
    const status = { ...former, name: change.name ?? former.name, color: change.color ?? former.color }
    await requireFreeName(tx, organizationId, { ...status, projectId })
    await setStatus(tx, organizationId, status)
    return status
  })
}
