import type { OwnSource } from '../../channels/platform-sources.ts'
import type { Tx } from '../../platform/db.ts'
import { selectCommunities } from './community-store.ts'
import { selectFeeds } from './feed-store.ts'

/** The sources the project added itself, in that order: feeds, then communities. */
export async function listOwnSources(tx: Tx, organizationId: string, projectId: string): Promise<OwnSource[]> {
  const feeds = await selectFeeds(tx, organizationId, projectId)
  const communities = await selectCommunities(tx, organizationId, projectId)
  return [...feeds.map(({ url }) => ({ platform: 'feed', externalId: url })), ...communities]
}
