import type { Tx } from '../../platform/db.ts'
import { selectPassedFingerprints } from './candidate-store.ts'
import { createDuplicateIndex, type DuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { SearchRow } from './search-store.ts'

/**
 * What a search has let through, cached in one run: each fingerprint is read once. The database alone decides what
 * passed, so a run that takes over starts empty and learns the same.
 */
export interface PassedPosts {
  /**
   * The fingerprints of what passed before `position`. Candidates are sifted in order, so nothing is added there later.
   */
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
