import type { Tx } from '../../platform/db.ts'
import { insertCoverage, selectLastError, type CoverageRow } from './coverage-store.ts'

/**
 * Records a fetch in the coverage ledger, in the transaction of its posts. Returns whether the source works again after
 * a failure.
 */
export async function recordCoverage(tx: Tx, organizationId: string, look: CoverageRow): Promise<boolean> {
  const lastError = look.error === null ? await selectLastError(tx, organizationId, look) : null
  await insertCoverage(tx, organizationId, look)
  return lastError !== null
}
