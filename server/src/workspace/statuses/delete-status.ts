import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockStatus, type StatusIds } from './require-status.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { deleteStatusRow, selectStatuses, setPositions } from './status-store.ts'

/** Deletes a status. Whatever had it is left without one, and the statuses after it move up. */
export function deleteStatus(
  { db, onStatusDeleted }: Pick<StatusDependencies, 'db' | 'onStatusDeleted'>,
  actor: Actor,
  ids: StatusIds,
): Promise<void> {
  requirePermission(actor, 'status.write')
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { id, kind, name } = await lockStatus(tx, actor, ids)
    nameTarget({ name })
    await onStatusDeleted(tx, organizationId, { projectId: ids.projectId, statusId: id })
    await deleteStatusRow(tx, organizationId, id)
    const left = await selectStatuses(tx, organizationId, { projectId: ids.projectId, kind })
    await setPositions(
      tx,
      organizationId,
      left.map((status) => status.id),
    )
  })
}
