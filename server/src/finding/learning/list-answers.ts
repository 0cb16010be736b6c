import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import type { Tx } from '../../platform/db.ts'
import { selectAnswers } from './label-store.ts'

/** What was answered to the previews of these signals, newest first; signals without answers are left out. */
export async function listAnswers(
  tx: Tx,
  organizationId: string,
  signalIds: readonly string[],
): Promise<Map<string, PreviewAnswer[]>> {
  const rows = await selectAnswers(tx, organizationId, signalIds)
  const bySignal = Map.groupBy(rows, ({ signalId }) => signalId)
  return new Map(
    [...bySignal].map(([id, own]) => [id, own.map(({ postId, fits }) => ({ post_id: postId, fits }))] as const),
  )
}
