import type { Tx } from '../platform/db.ts'
import { insertCoverage, type CoverageRow } from './coverage-store.ts'

/** Writes a look at a source into the coverage ledger, in the transaction of what the look brought. */
export async function recordCoverage(tx: Tx, organizationId: string, look: CoverageRow): Promise<void> {
  await insertCoverage(tx, organizationId, look)
}
