import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

export type ChannelRow = Row<'slack_channel'>

export interface SlackChannelIds {
  organizationId: string
  projectId: string
  connectionId: string
  channelId: string
}

/** The state of the connection's channels that were posted to. */
export function selectChannels(tx: Tx, organizationId: string, connectionId: string): Promise<ChannelRow[]> {
  return tx
    .selectFrom('slack_channel')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .orderBy('channel_id')
    .execute()
}

/** Until when the channel is to be left alone. */
export async function findRest(
  tx: Tx,
  { organizationId, connectionId, channelId }: Omit<SlackChannelIds, 'projectId'>,
): Promise<Date | null> {
  const row = await tx
    .selectFrom('slack_channel')
    .select('resting_until')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row?.resting_until ?? null
}

/** Records a successful post, which clears any problem. Resolves with whether there was one. */
export async function noteWorking(tx: Tx, ids: SlackChannelIds, at: Date): Promise<boolean> {
  const { rows } = await sql<{ hadProblem: boolean }>`
    with before as (
      select problem from slack_channel where organization_id = ${ids.organizationId}
        and connection_id = ${ids.connectionId} and channel_id = ${ids.channelId}
    )
    insert into slack_channel (organization_id, project_id, connection_id, channel_id, last_posted_at)
    values (${ids.organizationId}, ${ids.projectId}, ${ids.connectionId}, ${ids.channelId}, ${at})
    on conflict (organization_id, connection_id, channel_id) do update
      set last_posted_at = ${at}, problem = null, problem_since = null, resting_until = null
    returning exists (select from before where problem is not null) as "hadProblem"`.execute(tx)
  return rows[0]?.hadProblem ?? false
}

/** Records that posting fails, with Slack's error code and since when. */
export async function noteProblem(
  tx: Tx,
  ids: SlackChannelIds,
  { problem, at }: { problem: string; at: Date },
): Promise<void> {
  await sql`
    insert into slack_channel (organization_id, project_id, connection_id, channel_id, problem, problem_since)
    values (${ids.organizationId}, ${ids.projectId}, ${ids.connectionId}, ${ids.channelId}, ${problem}, ${at})
    on conflict (organization_id, connection_id, channel_id) do update set problem = ${problem},
      problem_since = case when slack_channel.problem = ${problem} then slack_channel.problem_since else ${at} end`.execute(
    tx,
  )
}

export async function noteRest(tx: Tx, ids: SlackChannelIds, until: Date): Promise<void> {
  await sql`
    insert into slack_channel (organization_id, project_id, connection_id, channel_id, resting_until)
    values (${ids.organizationId}, ${ids.projectId}, ${ids.connectionId}, ${ids.channelId}, ${until})
    on conflict (organization_id, connection_id, channel_id) do update set resting_until = ${until}`.execute(tx)
}

/** Clears the problems of an earlier connection, which say nothing of the new one. */
export async function clearProblems(tx: Tx, organizationId: string, connectionId: string): Promise<void> {
  await tx
    .updateTable('slack_channel')
    .set({ problem: null, problem_since: null, resting_until: null })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
}
