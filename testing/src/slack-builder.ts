import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import { sealToken } from '@leadlight/server/outlets/slack/open-token'
import { inOrganization } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

export const BUILT_CHANNEL = 'C0LEADS'

export interface BuiltSlack {
  connectionId: string
  configId: string
  messageId: string
  ts: string
}

interface SlackWish {
  word?: string
  teamId?: string
  token?: string
  connectedBy?: string | null
  leadId?: string
}

/**
 * A project's Slack connection made bypassing its slice, with a channel that was told of a lead; `word` is in its
 * texts.
 */
export async function buildSlack(
  app: TestApp,
  ids: ProjectIds,
  { word = 'leads', teamId = 'T0MARBLE', token = 'xoxb-built', connectedBy = null, leadId }: SlackWish = {},
): Promise<BuiltSlack> {
  const { organizationId, projectId } = ids
  const { newId, matching } = app.dependencies
  const now = app.clock.now()
  const [fresh, configId, messageId] = [newId(), newId(), newId()]
  const ts = `${now.getTime()}.${messageId.slice(-6)}`
  return inOrganization(app, ids, async (tx) => {
    await sql`
      insert into outbox_reader (organization_id, project_id, read_to) values (${organizationId}, ${projectId}, 0)
      on conflict do nothing`.execute(tx)
    await sql`
      insert into slack_connection (id, organization_id, project_id, team_id, team_name, scopes, token, connected_by, connected_at)
      values (${fresh}, ${organizationId}, ${projectId}, ${teamId}, ${word}, '{chat:write}', ${sealToken(matching.vault, fresh, token)},
        ${connectedBy}, ${now}) on conflict (project_id) do nothing`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      select id from slack_connection where organization_id = ${organizationId} and project_id = ${projectId}`.execute(
      tx,
    )
    const connectionId = rows[0]?.id ?? fresh
    const owner = sql`${organizationId}, ${projectId}, ${connectionId}`
    await sql`
      insert into slack_channel_config (id, organization_id, project_id, connection_id, channel_id, channel_name, new_leads,
        signal_ids, status_ids, created_at)
      values (${configId}, ${owner}, ${BUILT_CHANNEL}, ${word}, true, '{}', '{}', ${now})`.execute(tx)
    await sql`
      insert into slack_channel (organization_id, project_id, connection_id, channel_id, problem, problem_since)
      values (${owner}, ${BUILT_CHANNEL}, 'is_archived', ${now}) on conflict do nothing`.execute(tx)
    await sql`
      insert into slack_message (id, organization_id, project_id, connection_id, channel_id, lead_id, state, ts, created_at)
      values (${messageId}, ${owner}, ${BUILT_CHANNEL}, ${leadId ?? newId()}, 'posted', ${ts}, ${now})`.execute(tx)
    if (leadId !== undefined) {
      await sql`
        insert into slack_status_entry (organization_id, project_id, config_id, lead_id)
        values (${organizationId}, ${projectId}, ${configId}, ${leadId})`.execute(tx)
    }
    await sql`
      insert into slack_press (key, organization_id, project_id, at)
      values (decode(${messageId.replaceAll('-', '')}, 'hex'), ${organizationId}, ${projectId}, ${now})`.execute(tx)
    if (connectedBy !== null) {
      await sql`
        insert into slack_journey (state_hash, organization_id, project_id, account_id, expires_at)
        values (decode(${configId.replaceAll('-', '')}, 'hex'), ${organizationId}, ${projectId}, ${connectedBy}, ${now})`.execute(
        tx,
      )
    }
    return { connectionId, configId, messageId, ts }
  })
}
