import type { Tx } from '../../platform/db.ts'
import { insertCopies } from './copy-store.ts'

/** A post that says what another one, the original, says at another place. */
export interface Copy {
  postId: string
  originalId: string
}

/**
 * Notes that a project came upon the same words at a second place, in the caller's transaction: where the original is a lead,
 * or becomes one, that lead names its other places. A post that is a lead of its own is no copy, and a copy of a copy is one
 * of the same original.
 */
export async function noteCopies(
  tx: Tx,
  ids: { organizationId: string; projectId: string },
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length > 0) await insertCopies(tx, ids, copies)
}
