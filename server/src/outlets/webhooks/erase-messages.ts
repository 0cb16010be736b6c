import type { Tx } from '../../platform/db.ts'
import { eraseMessagesOf } from './message-store.ts'

/** Takes away what was told outside of leads whose posts were deleted at their source, and sends no more of it. */
export function eraseMessages(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  return eraseMessagesOf(tx, organizationId, leadIds)
}
