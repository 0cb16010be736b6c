import type { Tx } from '../../platform/db.ts'
import { deletePersonDrafts } from './person-draft-store.ts'

/** Deletes the direct messages to these people, in the caller's transaction: one of their accounts is erased. */
export function deleteDraftsTo(tx: Tx, organizationId: string, personIds: readonly string[]): Promise<void> {
  return deletePersonDrafts(tx, organizationId, personIds)
}
