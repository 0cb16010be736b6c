import { measuredQuality, type Quality } from '@leadlight/domain/quality'
import type { Tx } from '../../platform/db.ts'
import { countFeedback, type FeedbackCount } from './feedback-store.ts'

/** What people said of the leads that each of the project's signals found, and how good these are by it; of too few null. With `found` only by leads found in that time. */
export async function measureQuality(
  tx: Tx,
  organizationId: string,
  projectId: string,
  found?: { from: Date; to: Date },
): Promise<Map<string, FeedbackCount & { quality: Quality | null }>> {
  const counts = await countFeedback(tx, organizationId, projectId, found)
  return new Map([...counts].map(([signalId, count]) => [signalId, { ...count, quality: measuredQuality(count) }]))
}
