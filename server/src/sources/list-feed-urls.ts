import type { Tx } from '../platform/db.ts'
import { selectFeeds } from './feed-store.ts'

/** The addresses of the project's feeds, in the order they were added. */
export async function listFeedUrls(tx: Tx, organizationId: string, projectId: string): Promise<string[]> {
  return (await selectFeeds(tx, organizationId, projectId)).map((feed) => feed.url)
}
