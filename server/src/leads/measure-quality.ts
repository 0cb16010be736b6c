import { measuredQuality, type Quality } from '@leadlight/domain/quality'
import type { Tx } from '../platform/db.ts'
import { countFeedback } from './feedback-store.ts'

/** How good the leads of each of the project's signals are by what people said of them; of too few it says nothing. */
export async function measureQuality(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, Quality>> {
  const counts = await countFeedback(tx, organizationId, projectId)
  return new Map(
    [...counts].flatMap(([signalId, count]) => {
      const quality = measuredQuality(count)
      return quality ? [[signalId, quality]] : []
    }),
  )
}
