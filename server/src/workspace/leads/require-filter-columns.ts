import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { LeadFilter } from './lead-filter.ts'

/**
 * Every smart column that leads are filtered by must be the project's; one that is not is told as missing. Of a deleted column
 * no lead says anything, so a filter by it would pass none, or every one where it asks for what is empty.
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

/** The same for what is read without a transaction of its own; a filter without smart columns asks for nothing. */
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
