import type { Tx } from '../../platform/db.ts'
import { selectWatchesOf } from './watch-store.ts'

/** The result of monitoring's last poll of a project's source. */
export interface WatchedSource {
  platform: string
  source: string
  error: string | null
  polledAt: Date
  seen: number
  nextTryAt: Date | null
}

/** What monitoring polls for the project, one entry for each query and source. */
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
