import type { Tx } from '../../platform/db.ts'
import { endPendingTransfers } from './transfer-store.ts'

/** Takes back what is offered of a project that is about to go; nobody can accept it any more. */
export function cancelOffers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  return endPendingTransfers(tx, organizationId, projectId)
}
