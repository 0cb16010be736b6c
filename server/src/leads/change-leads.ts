import type { BulkSelection } from '@leadlight/contract/leads'
import { UNDO_MINUTES } from '@leadlight/domain/leads'
import { sql } from 'kysely'
import type { z } from 'zod'
import { requirePermission, type Actor } from '../platform/actor.ts'
import { nameTarget } from '../platform/changes.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { allOf, leadCondition, type Condition } from './lead-filter.ts'
import { changeLeads, deleteUndosBefore, type BulkField } from './undo-store.ts'

/** How long a change that ran out is kept, to tell it from one that never was. */
const EXPIRED_KEPT_MS = 24 * 60 * 60 * 1000

export interface LeadChange {
  projectId: string
  field: BulkField
  value: boolean
  selection: z.output<typeof BulkSelection>
}

/**
 * Marks the named leads, or all that pass a filter, as read or deleted or not. Ids that are no lead of the project are
 * passed over; leads that have the value already do not count. What changed can be taken back for ten minutes.
 */
export function changeSelectedLeads(
  { db, clock, newId }: LeadDependencies,
  actor: Actor,
  { projectId, field, value, selection }: LeadChange,
): Promise<{ updated: number; undoToken: string | null }> {
  requirePermission(actor, permissionOf(field))
  const now = clock.now()
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await deleteUndosBefore(tx, actor.organizationId, new Date(now.getTime() - EXPIRED_KEPT_MS))
    const token = newId()
    const expiresAt = new Date(now.getTime() + UNDO_MINUTES * 60_000)
    const condition = conditionOf(actor.organizationId, projectId, selection)
    const updated = await changeLeads(tx, actor.organizationId, condition, {
      projectId,
      field,
      value,
      token,
      expiresAt,
    })
    nameTarget({ updated: String(updated) })
    return { updated, undoToken: updated > 0 ? token : null }
  })
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
