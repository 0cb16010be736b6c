import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashState } from '@leadlight/server/outlets/slack/begin-connecting'
import { createSlackDependencies, requireApp } from '@leadlight/server/outlets/slack/slack-dependencies'
import { buildLeads, buildSignal, inOrganization } from '../lead-builder.ts'
import { BUILT_CHANNEL, buildSlack } from '../slack-builder.ts'
import type { Made, Recipes, Sent } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const connected = { 'params.projectId': 'slackProject' } as const
const oneConfig = { ...inProject, 'params.id': 'slackConfig' } as const
const narrowed = { 'body.intent_signals': 'signal', 'body.statuses': 'leadStatus' } as const
const LEADS = { channel_id: BUILT_CHANNEL, channel_name: 'leads' }

/** A rule's filter. */
const narrowing = (ids: Made['ids']) => ({
  intent_signals: [ids['body.intent_signals']],
  statuses: [ids['body.statuses']],
})

/** The caller began in the site's project and returns from Slack. */
async function comeFromSlack({ site, caller }: Made): Promise<Sent> {
  const { app, slack } = site.stage
  const state = randomBytes(32).toString('base64url')
  await inOrganization(app, site, (tx) =>
    sql`insert into slack_journey (state_hash, organization_id, project_id, account_id, expires_at)
      values (${hashState(state)}, ${site.organizationId}, ${site.projectId}, ${caller.userId},
        ${new Date(app.clock.now().getTime() + 60_000)})`.execute(tx),
  )
  const url = requireApp(createSlackDependencies(app.dependencies)).slack.authorizationUrl(state)
  const back = slack.allow(url, 'T0MARBLE')
  return { query: { code: back.get('code') ?? '', state } }
}

/** Somebody in Slack marks a lead as read. */
async function press({ site, fresh }: Made): Promise<Sent> {
  const { app, slack } = site.stage
  const ids = { organizationId: site.organizationId, projectId: site.projectId }
  const signalId = await buildSignal(app, ids, `Asking for ${fresh}`)
  const [leadId] = await buildLeads(app, { ...ids, signalId }, [{}])
  const { messageId, ts } = await buildSlack(app, ids, { ...(leadId !== undefined && { leadId }) })
  const at = `${ts.split('.')[0] ?? ''}.000100`
  const payload = JSON.stringify({
    type: 'block_actions',
    user: { id: 'U0MARA', name: 'mara' },
    team: { id: 'T0MARBLE' },
    container: { message_ts: ts, channel_id: BUILT_CHANNEL },
    actions: [{ action_id: 'lead_read', block_id: messageId, action_ts: at }],
  })
  const form = new URLSearchParams({ payload }).toString()
  const { headers } = slack.sign('', form, 'application/x-www-form-urlencoded', app.clock.now())
  return { body: { payload }, headers }
}

/** Calls about Slack. */
export const SLACK_RECIPES: Recipes = {
  getSlackConnection: { positions: inProject },
  connectSlack: { positions: inProject },
  finishSlackConnection: { answers: { outsider: 400, guest: 403, grantedGuest: 403 }, send: comeFromSlack },
  disconnectSlack: { positions: connected },
  listSlackChannels: { positions: connected },
  setSlackDefaultChannel: { positions: connected, send: () => ({ query: LEADS }) },
  sendSlackTest: { positions: connected, send: () => ({ body: { channel_id: BUILT_CHANNEL } }) },
  listSlackChannelConfigs: { positions: inProject },
  createSlackChannelConfig: [
    { positions: connected, send: () => ({ body: LEADS }) },
    {
      positions: { ...inProject, ...narrowed },
      async send({ site, ids }) {
        // A project's rules are limited, and earlier calls created theirs here.
        await inOrganization(site.stage.app, site, (tx) =>
          sql`delete from slack_channel_config where project_id = ${site.projectId}`.execute(tx),
        )
        await buildSlack(site.stage.app, site, {})
        return { body: { ...LEADS, ...narrowing(ids) } }
      },
    },
  ],
  updateSlackChannelConfig: {
    positions: { ...oneConfig, ...narrowed },
    send: ({ ids }) => ({ body: { new_leads: false, ...narrowing(ids) } }),
  },
  deleteSlackChannelConfig: { positions: oneConfig },
  receiveSlackInteraction: { send: press },
  receiveSlackEvent: {
    send({ site, fresh }) {
      const body = { type: 'url_verification', challenge: fresh }
      const { app, slack } = site.stage
      return { body, headers: slack.sign('', JSON.stringify(body), 'application/json', app.clock.now()).headers }
    },
  },
}
