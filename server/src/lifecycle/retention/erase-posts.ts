import { deletePosts, emptyPosts } from '../../core/posts/post-writes.ts'
import { detachDrawn } from '../../finding/audits/detach-drawn.ts'
import { deleteJudgementsOf } from '../../finding/judgements/judgements.ts'
import { deleteLabelsOf } from '../../finding/learning/delete-labels-of.ts'
import { deleteCandidatesOf } from '../../finding/matching/drop-candidates.ts'
import { deleteWaitingOf } from '../../finding/monitoring/drop-waiting.ts'
import { deleteOpinionsOf } from '../../finding/opinions/kept-opinions.ts'
import { takeOutOfThemes } from '../../finding/themes/delete-themes.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteCopies } from '../../workspace/leads/delete-copies.ts'
import { selectUnneeded } from './retention-store.ts'

/**
 * Deletes those of the locked posts that nothing refers to, with everything seen, judged and said of them. With
 * `sparesLabelled`, posts that people labelled stay. Returns how many were deleted.
 */
export async function deleteUnneeded(
  tx: Tx,
  ids: readonly string[],
  { sparesLabelled }: { sparesLabelled: boolean },
): Promise<number> {
  return deletePosts(tx, await selectUnneeded(tx, ids, sparesLabelled))
}

/**
 * Deletes those of the locked posts that nothing refers to, and empties the others: what is left names nobody and no
 * search finds it. Their verdicts go. What an open search has seen stays, so that it passes over them.
 */
export async function erasePosts(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await deleteUnneeded(tx, ids, { sparesLabelled: false })
  await emptyPosts(tx, ids, at)
  await deleteJudged(tx, ids)
}

/**
 * Forgets what the organization of the transaction's scope judged, saw and said of posts that stay for others. Labels
 * go too, unlike those of posts that were deleted at their source.
 */
export async function releaseJudged(tx: Tx, ids: readonly string[]): Promise<void> {
  await deleteJudged(tx, ids)
  await deleteLabelsOf(tx, ids)
  await detachDrawn(tx, ids)
}

/** Deletes what was judged and seen of these posts, in every organization that the transaction's scope may change. */
async function deleteJudged(tx: Tx, ids: readonly string[]): Promise<void> {
  await deleteJudgementsOf(tx, ids)
  await deleteOpinionsOf(tx, ids)
  await deleteCandidatesOf(tx, ids)
  await deleteWaitingOf(tx, ids)
  await takeOutOfThemes(tx, ids)
  await deleteCopies(tx, ids)
}
