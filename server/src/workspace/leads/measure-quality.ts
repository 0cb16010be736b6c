import { measuredQuality, type Quality } from '@leadlight/domain/quality'
import type { Tx } from '../../platform/db.ts'
import { countFeedback, type FeedbackCount } from './feedback-store.ts'

/**
 * People's verdicts on the leads of each signal of the project, and the quality measured from them, null where there
 * are too few. With `found`, only leads found in that time count.
 */
export async function measureQuality(
  tx: Tx,
  organizationId: string,
  projectId: string,
  found?: { from: Date; to: Date },
): Promise<Map<string, FeedbackCount & { quality: Quality | null }>> {
  const counts = await countFeedback(tx, organizationId, projectId, found)
  return new Map([...counts].map(([signalId, count]) => [signalId, { ...count, quality: measuredQuality(count) }]))
}
