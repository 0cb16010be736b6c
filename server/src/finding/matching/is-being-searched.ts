import type { Tx } from '../../platform/db.ts'
import { hasOpenSearches } from './search-store.ts'

/** Whether a search of the project is queued or running. */
export function isBeingSearched(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return hasOpenSearches(tx, organizationId, projectId)
}
