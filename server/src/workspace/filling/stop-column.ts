import type { SmartColumn } from '@leadlight/contract/columns'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { announceColumn } from './describe-columns.ts'
import { endFilling } from './end-filling.ts'
import { requireColumn, type ColumnIds } from './require-column.ts'

const STOPPED = 'Stopped by hand. Analyse it again to fill what is left.'

/** Stops filling a column, for new leads too. Answers are kept, and the reservation for the rest is released. */
export function stopColumn(deps: ColumnDependencies, actor: Actor, ids: ColumnIds): Promise<SmartColumn> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const column = await requireColumn(tx, actor, ids)
    return announceColumn(tx, await endFilling(tx, deps, column, STOPPED), deps.clock.now())
  })
}
