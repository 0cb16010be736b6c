import type { Channel } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { selectCommunities } from './community-store.ts'
import { selectFeeds } from './feed-store.ts'
import { namePlatform } from '../../channels/name-platform.ts'

interface Place {
  platform: string
  source: string
}

export type NameSource = (place: Place) => string

/** Names of the project's sources as its list shows them; undefined for sources no longer listed. */
export async function findSourceNames(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<(place: Place) => string | undefined> {
  const feeds = await selectFeeds(tx, organizationId, projectId)
  const communities = await selectCommunities(tx, organizationId, projectId)
  return ({ platform, source }) => {
    const feed = platform === 'feed' ? feeds.find(({ url }) => url === source) : undefined
    const community = communities.find((one) => one.platform === platform && one.externalId === source)
    return feed?.title ?? community?.displayName
  }
}

/** Names of the project's sources as its list shows them; for sources no longer listed, the platform and its id. */
export async function nameSources(
  tx: Tx,
  { channels }: { channels: readonly Pick<Channel, 'platform' | 'displayName'>[] },
  organizationId: string,
  projectId: string,
): Promise<NameSource> {
  const nameOf = await findSourceNames(tx, organizationId, projectId)
  return ({ platform, source }) => {
    const platformName = namePlatform(channels, platform)
    if (source === '') return platformName
    return nameOf({ platform, source }) ?? `${platformName}: ${source.replace(/^https?:\/\//u, '')}`
  }
}
