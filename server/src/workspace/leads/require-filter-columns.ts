import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { LeadFilter } from './lead-filter.ts'

/**
 * Requires every smart column in a filter to be the project's; others are "not found". No lead has a value of a deleted
 * column, so a filter by it would pass none, or every lead where it asks for empty values.
 */
export async function requireFilterColumns(
  tx: Tx,
  { organizationId }: Actor,
  projectId: string,
  filter: LeadFilter,
): Promise<void> {
  const ids = columnsOf(filter)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from smart_column_view smart_column
    where organization_id = ${organizationId} and project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  if (!ids.every((id) => found.has(id.toLowerCase()))) throw columnNotFound()
}

/** The same for reads without a transaction of their own; a filter without smart columns runs no query. */
export async function checkFilterColumns(db: Db, actor: Actor, projectId: string, filter: LeadFilter): Promise<void> {
  if (columnsOf(filter).length === 0) return
  await db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await requireFilterColumns(tx, actor, projectId, filter)
  })
}

export function columnNotFound(): AppError {
  return new AppError('not_found', 'column_not_found', 'That smart column does not exist.')
}

function columnsOf({ smart_column_values: filters = [] }: LeadFilter): string[] {
  return filters.map(({ column_id: id }) => id)
}
