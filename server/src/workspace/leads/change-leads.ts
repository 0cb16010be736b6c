import type { BulkSelection } from '@leadlight/contract/leads'
import { UNDO_MINUTES } from '@leadlight/domain/leads'
import { sql } from 'kysely'
import { z } from 'zod'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { allOf, type Condition } from '../../platform/list-filter.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { leadCondition } from './lead-filter.ts'
import { requireFilterColumns } from './require-filter-columns.ts'
import { requireLeadStatus } from './require-lead-status.ts'
import { changeFlags, changeStatuses, deleteUndosBefore, type BulkField, type FlagChange } from './undo-store.ts'

/** How long an expired change is kept, to tell it from an unknown one. */
const EXPIRED_KEPT_MS = 24 * 60 * 60 * 1000

/** A filter may reach every lead of the project, and each that changes gets a history entry. */
export const CHANGE_MS_MAX = 120_000

/** The value leads are set to; null removes the status. */
export type LeadValue = FlagChange | { field: 'status'; value: string | null }

export type LeadChange = LeadValue & {
  projectId: string
  selection: z.output<typeof BulkSelection>
}

const CHANGED = z.object({ updated: z.number(), undoToken: z.string().nullable() })
type Changed = z.infer<typeof CHANGED>

/**
 * Marks the named leads, or all that pass a filter, as read or deleted or not, or sets their status. Unknown ids are
 * skipped, and leads that have the value already do not count. The change can be undone for ten minutes. Made again
 * under its key it changes nothing more, and is undone by the same token.
 */
export function changeSelectedLeads(
  deps: LeadChangeDependencies,
  actor: Actor,
  { idempotencyKey: key, ...change }: LeadChange & { idempotencyKey: string | undefined },
): Promise<Changed> {
  requirePermission(actor, permissionOf(change.field))
  const { projectId } = change
  const call = callUnderKey(actor, { key, projectId, asked: ['changeSelectedLeads', change], at: deps.clock.now() })
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return doOnce(tx, { call, shape: CHANGED }, () => applyChange(tx, deps, actor, change))
  })
}

async function applyChange(
  tx: Tx,
  { clock, newId, onDeletedOrRestored }: LeadChangeDependencies,
  actor: Actor,
  change: LeadChange,
): Promise<Changed> {
  const { organizationId, userId: accountId } = actor
  const { projectId, selection } = change
  const now = clock.now()
  if ('filter' in selection) await requireFilterColumns(tx, actor, projectId, selection.filter)
  if (change.field === 'status') await requireLeadStatus(tx, organizationId, projectId, change.value)
  await deleteUndosBefore(tx, organizationId, new Date(now.getTime() - EXPIRED_KEPT_MS))
  await limitStatements(tx, CHANGE_MS_MAX)
  const token = newId()
  const expiresAt = new Date(now.getTime() + UNDO_MINUTES * 60_000)
  const condition = conditionOf(organizationId, projectId, selection)
  const ids = { organizationId, projectId, accountId, token, expiresAt, now }
  const updated =
    change.field === 'status'
      ? await changeStatuses(tx, ids, condition, change.value)
      : await changeFlags(tx, ids, condition, change)
  if (change.field === 'deleted' && updated > 0) await onDeletedOrRestored(tx, { organizationId, projectId })
  nameTarget({ updated: String(updated) })
  return { updated, undoToken: updated > 0 ? token : null }
}

export function permissionOf(field: BulkField): 'lead.delete' | 'lead.triage' {
  return field === 'deleted' ? 'lead.delete' : 'lead.triage'
}

function conditionOf(organizationId: string, projectId: string, selection: LeadChange['selection']): Condition {
  if ('filter' in selection) return leadCondition(organizationId, projectId, selection.filter)
  return allOf([
    sql`lead.organization_id = ${organizationId}`,
    sql`lead.project_id = ${projectId}`,
    sql`lead.id = any(${selection.lead_ids}::uuid[])`,
  ])
}
