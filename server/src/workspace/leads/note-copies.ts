import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { insertCopies } from './copy-store.ts'

/** A post that repeats another one, the original, elsewhere. */
export interface Copy {
  postId: string
  originalId: string
}

/**
 * Records copies that a project has seen, in the caller's transaction: where the original is or becomes a lead, that
 * lead names its other sources. A post that is a lead itself is no copy, and a copy of a copy counts for the same
 * original.
 */
export async function noteCopies(tx: Tx, ids: ProjectIds, copies: readonly Copy[]): Promise<void> {
  if (copies.length > 0) await insertCopies(tx, ids, copies)
}
