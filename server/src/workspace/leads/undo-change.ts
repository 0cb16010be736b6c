import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { CHANGE_MS_MAX, permissionOf } from './change-leads.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { lockUndo, restoreFlags, restoreStatuses } from './undo-store.ts'

/**
 * Restores for every lead of a bulk change the value it had before, whoever made the change. Works once, within ten
 * minutes, for those who may make such a change themselves.
 */
export function undoChange(
  { db, clock, onDeletedOrRestored }: LeadChangeDependencies,
  actor: Actor,
  ids: { projectId: string; token: string },
): Promise<number> {
  requirePermission(actor, 'lead.triage')
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, ids.projectId)
    const undo = await lockUndo(tx, actor.organizationId, ids)
    if (!undo) {
      throw new AppError('not_found', 'undo_not_found', 'There is no such change to undo, or it was undone already.')
    }
    requirePermission(actor, permissionOf(undo.field))
    const now = clock.now()
    if (undo.expiresAt <= now) {
      throw new AppError('conflict', 'undo_expired', 'This change was made too long ago to be undone.')
    }
    await limitStatements(tx, CHANGE_MS_MAX)
    const { organizationId, userId: accountId } = actor
    const restoring = { organizationId, accountId, token: ids.token, now }
    const updated =
      undo.field === 'status' ? await restoreStatuses(tx, restoring) : await restoreFlags(tx, restoring, undo.field)
    if (undo.field === 'deleted') await onDeletedOrRestored(tx, { organizationId, projectId: ids.projectId })
    nameTarget({ field: undo.field, updated: String(updated) })
    return updated
  })
}
