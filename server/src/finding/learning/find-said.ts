import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'
import { selectSaid } from './label-store.ts'

/** What people said of these posts under a signal; posts that nobody labelled are left out. */
export async function findSaid(
  tx: Tx,
  of: OfSignal,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (postIds.length === 0) return new Map()
  const rows = await selectSaid(tx, of, postIds)
  return new Map(rows.map(({ postId, fits }) => [postId, fits]))
}
