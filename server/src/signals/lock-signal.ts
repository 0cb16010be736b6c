import type { Tx } from '../platform/db.ts'
import { lockSignalRow } from './signal-store.ts'

/**
 * Takes a signal's row until the transaction ends, also when it was deleted. Whoever changes both a signal and its
 * search takes the signal first, so that two such transactions wait for each other instead of locking up.
 */
export async function lockSignalFirst(tx: Tx, organizationId: string, signalId: string): Promise<void> {
  await lockSignalRow(tx, organizationId, signalId)
}
