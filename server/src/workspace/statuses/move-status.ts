import { movedTo } from '@leadlight/domain/statuses'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockStatus } from './require-status.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { selectStatuses, setPositions, type StatusRow } from './status-store.ts'

/**
 * Moves a status of leads or prospects to a 0-based position; past the end means last. Returns its set in the new
 * order.
 */
export function moveStatus(
  { db }: Pick<StatusDependencies, 'db'>,
  actor: Actor,
  move: { projectId: string; id: string; position: number },
): Promise<StatusRow[]> {
  requirePermission(actor, 'status.write')
  const { organizationId } = actor
  const { projectId, id, position } = move
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { kind } = await lockStatus(tx, actor, { projectId, id })
    const set = { projectId, kind }
    const ids = (await selectStatuses(tx, organizationId, set)).map((status) => status.id)
    await setPositions(tx, organizationId, movedTo(ids, id, position))
    return selectStatuses(tx, organizationId, set)
  })
}
