import { UNDO_MINUTES } from '@leadlight/domain/leads'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireStatus } from '../../workspace/statuses/require-status.ts'
import type { ProspectDependencies } from './prospect-dependencies.ts'
import { namedCondition, prospectCondition, type FilterOf, type ProspectKind } from './prospect-filter.ts'
import {
  changeField,
  deleteChangesBefore,
  lockChange,
  restoreField,
  type ProspectField,
} from './prospect-undo-store.ts'

/** How long an expired change is kept, to tell it from one that never was. */
const EXPIRED_KEPT_MS = 24 * 60 * 60 * 1000
/** A project has any number of people. */
const CHANGE_MS_MAX = 120_000

export type ProspectChange<Kind extends ProspectKind> = {
  kind: Kind
  projectId: string
  /** Those named, or all that pass a filter. */
  selection: { ids: readonly string[] } | { filter: FilterOf[Kind] }
} & ({ field: 'deleted'; value: boolean } | { field: 'status'; value: string | null })

/**
 * Gives the named people or companies, or all that pass a filter, a status, or deletes or restores them. Foreign ids
 * are passed over, and those that have the value already do not count. The change can be undone for ten minutes.
 */
export function changeProspects<Kind extends ProspectKind>(
  { db, clock, newId }: ProspectDependencies,
  actor: Actor,
  change: ProspectChange<Kind>,
): Promise<{ updated: number; undoToken: string | null }> {
  requirePermission(actor, permissionOf(change.field))
  const { organizationId } = actor
  const { kind, projectId, selection, field, value } = change
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    if (change.field === 'status' && change.value !== null) {
      await requireStatus(tx, organizationId, { projectId, id: change.value, kind: 'prospect' })
    }
    await deleteChangesBefore(tx, organizationId, new Date(now.getTime() - EXPIRED_KEPT_MS))
    await limitStatements(tx, CHANGE_MS_MAX)
    const token = newId()
    const ids = { organizationId, projectId, token, expiresAt: new Date(now.getTime() + UNDO_MINUTES * 60_000) }
    const condition =
      'filter' in selection ? prospectCondition(kind, ids, selection.filter) : namedCondition(kind, ids, selection.ids)
    const updated = await changeField(tx, ids, { kind, condition }, { field, value })
    nameTarget({ updated: String(updated) })
    return { updated, undoToken: updated > 0 ? token : null }
  })
}

/**
 * Restores everybody of a bulk change, whoever made it. Works once, within ten minutes, for those who may make such a
 * change themselves.
 */
export function undoProspects(
  { db, clock }: Pick<ProspectDependencies, 'db' | 'clock'>,
  actor: Actor,
  ids: { kind: ProspectKind; projectId: string; token: string },
): Promise<number> {
  requirePermission(actor, 'lead.triage')
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, ids.projectId)
    const change = await lockChange(tx, organizationId, ids)
    if (!change) {
      throw new AppError('not_found', 'undo_not_found', 'There is no such change to undo, or it was undone already.')
    }
    requirePermission(actor, permissionOf(change.field))
    const now = clock.now()
    if (change.expiresAt <= now) {
      throw new AppError('conflict', 'undo_expired', 'This change was made too long ago to be undone.')
    }
    await limitStatements(tx, CHANGE_MS_MAX)
    const undoing = { organizationId, token: ids.token, now }
    const updated = await restoreField(tx, undoing, { kind: ids.kind, field: change.field })
    nameTarget({ field: change.field, updated: String(updated) })
    return updated
  })
}

function permissionOf(field: ProspectField): 'lead.delete' | 'lead.triage' {
  return field === 'deleted' ? 'lead.delete' : 'lead.triage'
}
