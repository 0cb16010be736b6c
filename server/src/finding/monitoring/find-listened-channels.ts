import type { ListenedChannel } from '../../core/posts/channel-posts.ts'
import type { Tx } from '../../platform/db.ts'
import { selectWatchesOf } from './watch-store.ts'

/** Where the project hears everything that is posted, and since when. A stream alone keeps only what is near a signal. */
export async function findListenedChannels(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<ListenedChannel[]> {
  const watches = await selectWatchesOf(tx, organizationId, projectId)
  return watches
    .filter(({ way, query }) => way === 'poll' && query === '')
    .map(({ platform, source, since }) => ({ platform, source, since }))
}
