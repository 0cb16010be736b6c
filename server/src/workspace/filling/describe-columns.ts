import type { SmartColumn } from '@leadlight/contract/columns'
import { announce } from '../../core/events/announce.ts'
import type { Tx } from '../../platform/db.ts'
import type { Column } from '../columns/columns.ts'
import { presentColumn } from './present-column.ts'
import { countProgress } from '../leads/column-values.ts'

/** Columns of one project as the API shows them, with their progress. */
export async function describeColumns(
  tx: Tx,
  organizationId: string,
  { projectId, columns }: { projectId: string; columns: readonly Column[] },
): Promise<SmartColumn[]> {
  if (columns.length === 0) return []
  const progress = await countProgress(tx, organizationId, { projectId, columnIds: columns.map(({ id }) => id) })
  return columns.map((column) => presentColumn(column, progress.get(column.id)))
}

/** Emits the column's current state to the project, and returns it. */
export async function announceColumn(tx: Tx, column: Column, now: Date): Promise<SmartColumn> {
  const { organizationId, projectId } = column
  const progress = await countProgress(tx, organizationId, { projectId, columnIds: [column.id] })
  const described = presentColumn(column, progress.get(column.id))
  await announce(tx, organizationId, { projectId, payload: { type: 'column', column: described }, now })
  return described
}
