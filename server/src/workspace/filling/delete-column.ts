import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { deleteColumnRow } from '../columns/columns.ts'
import { releaseBatch } from './reserve-values.ts'
import { requireColumn, type ColumnIds } from './require-column.ts'

/** Deletes a column with its values, and releases what is reserved for it. */
export async function deleteColumn(deps: ColumnDependencies, actor: Actor, ids: ColumnIds): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const column = await requireColumn(tx, actor, ids)
    nameTarget({ name: column.name })
    await releaseBatch(tx, deps, column)
    await deleteColumnRow(tx, actor.organizationId, column.id)
  })
}
