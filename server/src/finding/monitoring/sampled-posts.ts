import type { Tx } from '../../platform/db.ts'
import { meetDrawn } from './draw-store.ts'
import { deleteReadBefore, saveRead } from './watch-post-store.ts'
import type { WatchRow } from './watch-store.ts'

/** Draws are of the last minutes. */
const REMEMBERED_MS = 60 * 60_000
/** They are put down to be known again, not to tell whether they were edited. */
const NO_WORDS = new Uint8Array()

/** Puts down which posts of its platform's sample a stream has met; those that were drawn already are settled. */
export async function noteSampled(
  tx: Tx,
  watch: WatchRow,
  { externalIds, now }: { externalIds: readonly string[]; now: Date },
): Promise<void> {
  if (externalIds.length === 0) return
  const posts = [...new Set(externalIds)].map((externalId) => ({ externalId, words: NO_WORDS }))
  await saveRead(tx, watch, posts, { to: now, renewBefore: now })
  await deleteReadBefore(tx, watch.id, new Date(now.getTime() - REMEMBERED_MS))
  await meetDrawn(tx, { watchId: watch.id, externalIds, now })
}
