import type { Tx } from '../../platform/db.ts'
import { selectHistory, type HistoryRow } from './history-store.ts'

const ENTRIES_MAX = 200

/**
 * A lead's history, newest first, in a transaction that has checked who may see it. When it was found comes from the
 * lead's own row, so that a search need not write it twice.
 */
export function readHistory(tx: Tx, organizationId: string, leadId: string): Promise<HistoryRow[]> {
  return selectHistory(tx, organizationId, leadId, ENTRIES_MAX)
}
