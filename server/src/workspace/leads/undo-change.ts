import { z } from 'zod'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { CHANGE_MS_MAX, permissionOf } from './change-leads.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { lockUndo, restoreFlags, restoreStatuses } from './undo-store.ts'

const UNDONE = z.object({ updated: z.number() })
type Undone = z.infer<typeof UNDONE>

interface UndoneChange {
  projectId: string
  token: string
}

/**
 * Restores for every lead of a bulk change the value it had before, whoever made the change. Works once, within ten
 * minutes, for those who may make such a change themselves; asked for again under its key, it answers the same.
 */
export function undoChange(
  deps: LeadChangeDependencies,
  actor: Actor,
  { idempotencyKey: key, ...change }: UndoneChange & { idempotencyKey: string | undefined },
): Promise<Undone> {
  requirePermission(actor, 'lead.triage')
  const { projectId } = change
  const call = callUnderKey(actor, { key, projectId, asked: ['undoChange', change], at: deps.clock.now() })
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return doOnce(tx, { call, shape: UNDONE }, () => restore(tx, deps, actor, change))
  })
}

async function restore(
  tx: Tx,
  { clock, onDeletedOrRestored }: LeadChangeDependencies,
  actor: Actor,
  change: UndoneChange,
): Promise<Undone> {
  const { organizationId, userId: accountId } = actor
  const undo = await lockUndo(tx, organizationId, change)
  if (!undo) {
    throw new AppError('not_found', 'undo_not_found', 'There is no such change to undo, or it was undone already.')
  }
  requirePermission(actor, permissionOf(undo.field))
  const now = clock.now()
  if (undo.expiresAt <= now) {
    throw new AppError('conflict', 'undo_expired', 'This change was made too long ago to be undone.')
  }
  await limitStatements(tx, CHANGE_MS_MAX)
  const restoring = { organizationId, accountId, token: change.token, now }
  const updated =
    undo.field === 'status' ? await restoreStatuses(tx, restoring) : await restoreFlags(tx, restoring, undo.field)
  if (undo.field === 'deleted') await onDeletedOrRestored(tx, { organizationId, projectId: change.projectId })
  nameTarget({ field: undo.field, updated: String(updated) })
  return { updated }
}
