import { UNDO_MINUTES } from '@leadlight/domain/leads'
import { z } from 'zod'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
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

/** The caller's key for repeating the call; undefined where they gave none. */
interface Keyed {
  idempotencyKey: string | undefined
}

export type ProspectChange<Kind extends ProspectKind> = Keyed & {
  kind: Kind
  projectId: string
  /** Those named, or all that pass a filter. */
  selection: { ids: readonly string[] } | { filter: FilterOf[Kind] }
} & ({ field: 'deleted'; value: boolean } | { field: 'status'; value: string | null })

const CHANGED = z.object({ updated: z.number(), undoToken: z.string().nullable() })
type Changed = z.infer<typeof CHANGED>
const UNDONE = z.object({ updated: z.number() })
type Undone = z.infer<typeof UNDONE>

interface UndoneChange extends Keyed {
  kind: ProspectKind
  projectId: string
  token: string
}

/**
 * Gives the named people or companies, or all that pass a filter, a status, or deletes or restores them. Foreign ids
 * are passed over, and those that have the value already do not count. The change can be undone for ten minutes. Made
 * again under its key it changes nothing more, and is undone by the same token.
 */
export function changeProspects<Kind extends ProspectKind>(
  deps: ProspectDependencies,
  actor: Actor,
  change: ProspectChange<Kind>,
): Promise<Changed> {
  requirePermission(actor, permissionOf(change.field))
  const { projectId, idempotencyKey: key } = change
  const call = callUnderKey(actor, { key, projectId, asked: ['changeProspects', change], at: deps.clock.now() })
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return doOnce(tx, { call, shape: CHANGED }, () => applyChange(tx, deps, actor, change))
  })
}

async function applyChange<Kind extends ProspectKind>(
  tx: Tx,
  { clock, newId }: ProspectDependencies,
  { organizationId }: Actor,
  change: ProspectChange<Kind>,
): Promise<Changed> {
  const { kind, projectId, selection, field, value } = change
  const now = clock.now()
  if (field === 'status' && value !== null) {
    await requireStatus(tx, organizationId, { projectId, id: value, kind: 'prospect' })
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
}

/**
 * Restores everybody of a bulk change, whoever made it. Works once, within ten minutes, for those who may make such a
 * change themselves; asked for again under its key, it answers the same.
 */
export function undoProspects(
  { db, clock }: Pick<ProspectDependencies, 'db' | 'clock'>,
  actor: Actor,
  change: UndoneChange,
): Promise<Undone> {
  requirePermission(actor, 'lead.triage')
  const { projectId, idempotencyKey: key } = change
  const at = clock.now()
  const call = callUnderKey(actor, { key, projectId, asked: ['undoProspects', change], at })
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return doOnce(tx, { call, shape: UNDONE }, () => restore(tx, actor, change, at))
  })
}

async function restore(tx: Tx, actor: Actor, ids: UndoneChange, now: Date): Promise<Undone> {
  const { organizationId } = actor
  const change = await lockChange(tx, organizationId, ids)
  if (!change) {
    throw new AppError('not_found', 'undo_not_found', 'There is no such change to undo, or it was undone already.')
  }
  requirePermission(actor, permissionOf(change.field))
  if (change.expiresAt <= now) {
    throw new AppError('conflict', 'undo_expired', 'This change was made too long ago to be undone.')
  }
  await limitStatements(tx, CHANGE_MS_MAX)
  const undoing = { organizationId, token: ids.token, now }
  const updated = await restoreField(tx, undoing, { kind: ids.kind, field: change.field })
  nameTarget({ field: change.field, updated: String(updated) })
  return { updated }
}

function permissionOf(field: ProspectField): 'lead.delete' | 'lead.triage' {
  return field === 'deleted' ? 'lead.delete' : 'lead.triage'
}
