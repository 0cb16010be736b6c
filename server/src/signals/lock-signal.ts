import type { Tx } from '../platform/db.ts'
import { lockSignalRow, lockSignalRows } from './signal-store.ts'

/**
 * Takes a signal's row until the transaction ends, also when it was deleted. Whoever changes both a signal and its
 * search takes the signal first, so that two such transactions wait for each other instead of locking up.
 */
export async function lockSignalFirst(tx: Tx, organizationId: string, signalId: string): Promise<void> {
  await lockSignalRow(tx, organizationId, signalId)
}

/** The same for all signals of these projects, for whoever changes all of their searches. */
export async function lockSignalsFirst(tx: Tx, organizationId: string, projectIds: readonly string[]): Promise<void> {
  await lockSignalRows(tx, organizationId, projectIds)
}
