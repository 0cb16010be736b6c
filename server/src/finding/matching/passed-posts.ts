import type { Tx } from '../../platform/db.ts'
import { selectPassedFingerprints } from './candidate-store.ts'
import { createDuplicateIndex, type DuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { SearchRow } from './search-store.ts'

/**
 * What a search has let through, as one run of it knows: each fingerprint is read from the database once. The database
 * alone says what passed, so that a run that takes over begins with nothing and comes to know the same.
 */
export interface PassedPosts {
  /** The fingerprints of what passed before `position`. Candidates are sifted in order, so none is added there later. */
  before(tx: Tx, search: SearchRow, position: number): Promise<DuplicateIndex>
}

export function createPassedPosts(): PassedPosts {
  const index = createDuplicateIndex()
  let read = 0
  return {
    async before(tx, search, position) {
      const passed = await selectPassedFingerprints(tx, search, { from: read, before: position })
      for (const { fingerprint, postId } of passed) {
        index.add(fingerprint, postId)
      }
      read = Math.max(read, position)
      return index
    },
  }
}
