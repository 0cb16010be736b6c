import type { Tx } from '../../platform/db.ts'
import { deleteDraftsPutBy } from './merge-draft-store.ts'

/** Forgets the drafts that a merge put by and that were written from these leads, whose posts were deleted at their source. */
export function forgetDraftsPutBy(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  return deleteDraftsPutBy(tx, organizationId, leadIds)
}
