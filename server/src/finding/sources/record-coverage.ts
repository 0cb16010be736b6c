import type { Tx } from '../../platform/db.ts'
import { insertCoverage, selectLastError, type CoverageRow } from './coverage-store.ts'

/**
 * Writes a look at a source into the coverage ledger, in the transaction of what the look brought. Answers whether the source works
 * again: it failed when it was looked at before.
 */
export async function recordCoverage(tx: Tx, organizationId: string, look: CoverageRow): Promise<boolean> {
  const lastError = look.error === null ? await selectLastError(tx, organizationId, look) : null
  await insertCoverage(tx, organizationId, look)
  return lastError !== null
}
