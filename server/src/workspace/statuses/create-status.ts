import { nextColor, STATUSES_MAX, type StatusColor } from '@leadlight/domain/statuses'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockStatuses, requireFreeName } from './require-status.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { insertStatuses, selectStatuses, type StatusRow, type StatusSet } from './status-store.ts'

/** Adds a status after the others of its set, in a colour that few of them have unless one is given. */
export function createStatus(
  { db, clock, newId }: StatusDependencies,
  actor: Actor,
  wanted: StatusSet & { name: string; color: StatusColor | undefined },
): Promise<StatusRow> {
  requirePermission(actor, 'status.write')
  const { organizationId } = actor
  const { projectId, kind, name } = wanted
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await lockStatuses(tx, actor, projectId)
    const others = await selectStatuses(tx, organizationId, wanted)
    if (others.length >= STATUSES_MAX) {
      const detail = `There can be at most ${STATUSES_MAX} statuses. Delete one that you no longer need.`
      throw new AppError('conflict', 'status_limit_reached', detail)
    }
    const color = wanted.color ?? nextColor(others.map((other) => other.color))
    const status = { id: newId(), kind, name, color, position: others.length }
    await requireFreeName(tx, organizationId, { ...wanted, id: status.id })
    nameTarget({ id: status.id })
    await insertStatuses(tx, organizationId, projectId, { statuses: [status], now: clock.now() })
    return status
  })
}
