import type { Tx } from '../../platform/db.ts'

export interface FeedRow {
  id: string
  url: string
  title: string
}

/** The project's feeds, oldest first. */
export function selectFeeds(tx: Tx, organizationId: string, projectId: string): Promise<FeedRow[]> {
  return tx
    .selectFrom('feed')
    .select(['id', 'url', 'title'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertFeed(
  tx: Tx,
  organizationId: string,
  feed: FeedRow & { projectId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('feed')
    .values({
      id: feed.id,
      organization_id: organizationId,
      project_id: feed.projectId,
      url: feed.url,
      title: feed.title,
      created_at: now,
    })
    .execute()
}

/** Returns the name of what it deleted; undefined if there was none. */
export async function deleteFeed(
  tx: Tx,
  organizationId: string,
  feed: { projectId: string; id: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('feed')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', feed.projectId)
    .where('id', '=', feed.id)
    .returning('title')
    .executeTakeFirst()
  return row?.title
}
