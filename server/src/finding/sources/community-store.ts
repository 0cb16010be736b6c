import type { Tx } from '../../platform/db.ts'

/** A community that a project added to what every project searches. */
export interface CommunityRow {
  id: string
  platform: string
  externalId: string
  name: string
  displayName: string
}

/** The project's communities, oldest first. */
export async function selectCommunities(tx: Tx, organizationId: string, projectId: string): Promise<CommunityRow[]> {
  const rows = await tx
    .selectFrom('project_source')
    .select(['id', 'platform', 'external_id', 'name', 'display_name'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ external_id: externalId, display_name: displayName, ...row }) => ({
    ...row,
    externalId,
    displayName,
  }))
}

export async function insertCommunity(
  tx: Tx,
  organizationId: string,
  community: CommunityRow & { projectId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('project_source')
    .values({
      id: community.id,
      organization_id: organizationId,
      project_id: community.projectId,
      platform: community.platform,
      external_id: community.externalId,
      name: community.name,
      display_name: community.displayName,
      created_at: now,
    })
    .execute()
}

/** Returns the name of what it deleted; undefined if there was none. */
export async function deleteCommunity(
  tx: Tx,
  organizationId: string,
  community: { projectId: string; id: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('project_source')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', community.projectId)
    .where('id', '=', community.id)
    .returning('display_name')
    .executeTakeFirst()
  return row?.display_name
}
