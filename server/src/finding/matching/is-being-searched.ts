import type { Tx } from '../../platform/db.ts'
import { hasOpenSearches } from './search-store.ts'

/** Whether any search of the project waits or runs. */
export function isBeingSearched(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return hasOpenSearches(tx, organizationId, projectId)
}
