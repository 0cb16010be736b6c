import type { Tx } from '../../platform/db.ts'
import { selectGaps, selectListened, type Gap } from './poll-store.ts'

/** When a project listened at a source: one row for every query it sends there. */
export interface ListenedTime {
  platform: string
  source: string
  from: Date
  to: Date
}

/**
 * When the project listened at each source in that time, and when it was blind there, newest first: at most `limit` and
 * one more.
 */
export async function findBlindTimes(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date; to: Date; limit: number },
): Promise<{ listened: ListenedTime[]; gaps: Gap[] }> {
  const listened = await selectListened(tx, organizationId, request)
  const gaps = await selectGaps(tx, organizationId, { ...request, limit: request.limit + 1 })
  return { listened, gaps }
}
