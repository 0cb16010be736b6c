import type { ColumnType } from '@leadlight/domain/columns'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { LeadOrder } from './lead-cursor.ts'
import type { SortKey } from './lead-order.ts'
import { columnNotFound } from './require-filter-columns.ts'

const COLUMN = 'column:'

/** What an order sorts by. A smart column is looked up; one the project does not have is "not found". */
export async function findSortKey(
  db: Db,
  actor: Actor,
  { projectId, sortBy }: LeadOrder & { projectId: string },
): Promise<SortKey> {
  if (sortBy === 'status' || sortBy === 'posted_at' || sortBy === 'collected_at' || sortBy === 'score') {
    return { by: sortBy }
  }
  const columnId = sortBy.slice(COLUMN.length)
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const { rows } = await sql<{ type: ColumnType }>`
      select type from smart_column_view smart_column
      where organization_id = ${actor.organizationId} and project_id = ${projectId} and id = ${columnId}`.execute(tx)
    if (!rows[0]) throw columnNotFound()
    return { by: 'column', columnId, type: rows[0].type }
  })
}
