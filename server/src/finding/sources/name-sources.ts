import type { Channel } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { selectCommunities } from './community-store.ts'
import { selectFeeds } from './feed-store.ts'

export type NameSource = (place: { platform: string; source: string }) => string

/** Names of the project's sources as its list shows them; for sources no longer listed, the platform and its id. */
export async function nameSources(
  tx: Tx,
  { channels }: { channels: readonly Pick<Channel, 'platform' | 'displayName'>[] },
  organizationId: string,
  projectId: string,
): Promise<NameSource> {
  const feeds = await selectFeeds(tx, organizationId, projectId)
  const communities = await selectCommunities(tx, organizationId, projectId)
  return ({ platform, source }) => {
    const platformName = channels.find((channel) => channel.platform === platform)?.displayName ?? platform
    if (source === '') return platformName
    const feed = platform === 'feed' ? feeds.find(({ url }) => url === source) : undefined
    if (feed) return feed.title
    const community = communities.find((one) => one.platform === platform && one.externalId === source)
    return community?.displayName ?? `${platformName}: ${source.replace(/^https?:\/\//u, '')}`
  }
}
