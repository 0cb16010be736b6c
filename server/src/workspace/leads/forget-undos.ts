import type { Tx } from '../../platform/db.ts'
import { deleteUndosOf } from './undo-store.ts'

/** From now on no change made to the project's leads before can be taken back. */
export function forgetUndos(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  return deleteUndosOf(tx, organizationId, projectId)
}
