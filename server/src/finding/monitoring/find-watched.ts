import type { Tx } from '../../platform/db.ts'
import { selectWatchesOf } from './watch-store.ts'

/** How the last look of monitoring at a source of a project went. */
export interface WatchedSource {
  platform: string
  source: string
  error: string | null
  polledAt: Date
  seen: number
  nextTryAt: Date | null
}

/** What monitoring has looked at for the project, one entry for each question it asks there. */
export async function findWatched(tx: Tx, organizationId: string, projectId: string): Promise<WatchedSource[]> {
  const watches = await selectWatchesOf(tx, organizationId, projectId)
  return watches.flatMap(({ platform, source, error, lastPolledAt, lastSeen, nextPollAt }) =>
    lastPolledAt
      ? [
          {
            platform,
            source,
            error,
            polledAt: lastPolledAt,
            seen: lastSeen,
            nextTryAt: error === null ? null : nextPollAt,
          },
        ]
      : [],
  )
}
