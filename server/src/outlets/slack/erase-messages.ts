import type { Tx } from '../../platform/db.ts'
import { markChangedLeads } from './message-store.ts'

/**
 * Queues the emptying of messages in Slack about leads whose posts were deleted at their source or whose authors were
 * erased.
 */
export function eraseMessages(tx: Tx, organizationId: string, leadIds: readonly string[], now: Date): Promise<void> {
  return markChangedLeads(tx, organizationId, leadIds, now)
}
