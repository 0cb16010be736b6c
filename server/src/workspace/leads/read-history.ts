import type { Tx } from '../../platform/db.ts'
import { selectHistory, type HistoryRow } from './history-store.ts'

const ENTRIES_MAX = 200

/**
 * What happened to a lead, newest first, in a transaction that has looked whose it is. That it was found stands in its own
 * row, so that a search need not write it twice.
 */
export function readHistory(tx: Tx, organizationId: string, leadId: string): Promise<HistoryRow[]> {
  return selectHistory(tx, organizationId, leadId, ENTRIES_MAX)
}
