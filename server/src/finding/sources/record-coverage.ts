import type { Tx } from '../../platform/db.ts'
import { insertCoverage, selectLastError, type CoverageRow } from './coverage-store.ts'

/**
 * Records a fetch in the coverage ledger, in the transaction of its posts. Returns whether the source works again after
 * a failure.
 */
export async function recordCoverage(tx: Tx, organizationId: string, row: CoverageRow): Promise<boolean> {
  const lastError = row.error === null ? await selectLastError(tx, organizationId, row) : null
  await insertCoverage(tx, organizationId, row)
  return lastError !== null
}
