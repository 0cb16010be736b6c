import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockColumn, lockColumns, updateColumn, type Column } from '../columns/columns.ts'
import { announceColumn } from './describe-columns.ts'
import { releaseBatch } from './reserve-values.ts'

type EndDependencies = { clock: Clock; ledger: LedgerDependencies }

/** Ends the column's run, if it has one, and releases its reservation. `paused` says why the rest is left. */
export async function endFilling(
  tx: Tx,
  deps: { ledger: LedgerDependencies },
  column: Column,
  paused: string | null,
): Promise<Column> {
  await releaseBatch(tx, deps, column)
  return updateColumn(tx, column, { run: null, paused })
}

/** Ends a run whose job has failed for good; one that is over already is left alone. */
export async function failFilling(
  deps: EndDependencies & { db: Db },
  { organizationId, columnId, run }: { organizationId: string; columnId: string; run: string },
): Promise<void> {
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const column = await lockColumn(tx, organizationId, { id: columnId })
    if (column?.run !== run) return
    const why = 'Analysing failed on our side. What is answered is kept and what was held was given back. Try it again.'
    await announceColumn(tx, await endFilling(tx, deps, column, why), deps.clock.now())
  })
}

/** Stops filling all columns of these projects, in the caller's transaction, and releases their reservations. */
export async function stopFillingOf(
  tx: Tx,
  deps: { ledger: LedgerDependencies },
  organizationId: string,
  projectIds: readonly string[],
): Promise<void> {
  for (const column of await lockColumns(tx, organizationId, projectIds)) {
    if (column.run !== null) await endFilling(tx, deps, column, 'Stopped, since its project is being deleted.')
  }
}
