import type { Tx } from '../../platform/db.ts'
import { endPendingTransfersBy } from './transfer-store.ts'

/** Takes back what somebody who may no longer give projects away has offered; nobody can accept it any more. */
export function cancelOffersBy(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  return endPendingTransfersBy(tx, organizationId, accountId)
}
