import { sql, type RawBuilder } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import { IS_COUNTED } from './lead-counts.ts'

export type ProjectChannel = Pick<Row<'project_channel'>, 'platform' | 'external_id' | 'name' | 'lead_count'>

/**
 * Where the project's leads come from, the busiest first. `lead_count` is what the list filtered by that channel counts:
 * the table's own count includes deleted leads, so that a channel stays as long as any of its leads.
 */
export async function selectChannels(tx: Tx, organizationId: string, projectId: string): Promise<ProjectChannel[]> {
  const { rows } = await sql<ProjectChannel>`
    with counted as (
      select platform, community_external_id, count(*)::integer as leads from lead
      where lead.organization_id = ${organizationId} and lead.project_id = ${projectId} and ${IS_COUNTED}
      group by platform, community_external_id
    )
    select project_channel.platform, external_id, name, coalesce(counted.leads, 0) as lead_count
    from project_channel left join counted
      on counted.platform = project_channel.platform and counted.community_external_id = project_channel.external_id
    where project_channel.organization_id = ${organizationId} and project_channel.project_id = ${projectId}
    order by 4 desc, project_channel.platform, external_id`.execute(tx)
  return rows
}

/** The project's channel behind a hash shown instead of its address. */
export function channelsMeant(
  organizationId: string,
  projectId: string,
  { platform, standIn }: { platform: string; standIn: string },
): RawBuilder<unknown> {
  return sql`
    select external_id from project_channel
    where organization_id = ${organizationId} and project_id = ${projectId} and platform = ${platform}
      and starts_with(encode(sha256(convert_to(external_id, 'UTF8')), 'hex'), ${standIn.slice(1)})`
}

/** Adds to each channel's count, creating new channels. In a fixed order, so that two writers do not deadlock. */
export async function addToChannels(
  tx: Tx,
  organizationId: string,
  projectId: string,
  channels: readonly ProjectChannel[],
): Promise<void> {
  if (channels.length === 0) return
  const keyOf = (channel: ProjectChannel) => `${channel.platform}\n${channel.external_id}`
  const rows = channels
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((channel) => ({ organization_id: organizationId, project_id: projectId, ...channel }))
  await tx
    .insertInto('project_channel')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'platform', 'external_id']).doUpdateSet({
        name: sql`excluded.name`,
        lead_count: sql`project_channel.lead_count + excluded.lead_count`,
      }),
    )
    .execute()
}

/** Takes one lead off the channel's count; a channel without leads is deleted. */
export async function takeFromChannel(
  tx: Tx,
  organizationId: string,
  { projectId, platform, externalId }: { projectId: string; platform: string; externalId: string },
): Promise<void> {
  const { rows } = await sql<{ lead_count: number }>`
    update project_channel set lead_count = lead_count - 1
    where organization_id = ${organizationId} and project_id = ${projectId} and platform = ${platform}
      and external_id = ${externalId}
    returning lead_count`.execute(tx)
  if (rows[0] === undefined || rows[0].lead_count > 0) return
  await sql`
    delete from project_channel
    where organization_id = ${organizationId} and project_id = ${projectId} and platform = ${platform}
      and external_id = ${externalId}`.execute(tx)
}
