import type { Tx } from '../../platform/db.ts'
import { deleteDraftsOfMerges } from './merge-draft-store.ts'

/** Forgets the drafts that merges into these people put by, in the caller's transaction: one of their accounts is erased. */
export function forgetDraftsSetAside(tx: Tx, organizationId: string, personIds: readonly string[]): Promise<void> {
  return deleteDraftsOfMerges(tx, organizationId, personIds)
}
