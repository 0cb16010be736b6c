import type { BodyOf } from '@leadlight/contract/endpoint'
import type { ProjectEvent } from '@leadlight/contract/installation'
import { updateLeadsStatus } from '@leadlight/contract/lead-work'
import { listLeads, markRead } from '@leadlight/contract/leads'
import * as contract from '@leadlight/contract/slack'
import { createLeadStatus } from '@leadlight/contract/statuses'
import { announce } from '@leadlight/server/core/events/announce'
import { deliverEvents } from '@leadlight/server/outlets/outbox/deliver-events'
import { slackSubscriber } from '@leadlight/server/outlets/slack/queue-messages'
import { enqueueDue, registerSlackJobs } from '@leadlight/server/outlets/slack/register-jobs'
import { createSlackDependencies, type SlackDependencies } from '@leadlight/server/outlets/slack/slack-dependencies'
import { startSlackDouble, type SignedCall, type SlackDouble } from './doubles/slack/slack-double.ts'
import { usualTeam, type DoubleChannel, type DoubleMessage } from './doubles/slack/workspaces.ts'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite, type LeadWish } from './lead-builder.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { until } from './until.ts'

/** The app with its Slack jobs at work, and a Slack with two workspaces. */
export interface SlackFixture {
  app: TestApp
  slack: SlackDouble
  deps: SlackDependencies
  /** A project of a new organization, connected with the first workspace by default. */
  open(options?: { teamId?: string | null }): Promise<SlackSite>
  /** The same, with a rule for a channel: all new leads in #leads by default. */
  openWith(rule?: Rule): Promise<SlackSite>
  channel(id: string): DoubleChannel
  /** The notification texts of a channel's messages. */
  textsIn(channelId: string): string[]
  /** Delivers events to subscribers outside, as the running product does all the time. */
  deliverEvents(): Promise<void>
  /** Sends what is due by the app's clock, until nothing is. */
  send(): Promise<void>
  deliver(): Promise<void>
  /** Presses on the first message of a channel. Resolves with the app's response. */
  pressFirst(channelId: string, press: { actionId: string; option?: string }): Promise<number>
  /** Sends the app a request of Slack's. */
  hear(call: SignedCall): Promise<Response>
  /** Empties and reopens every channel, and clears all faults. */
  reset(): void
  close(): Promise<void>
}

export interface SlackSite extends LeadSite {
  params: { projectId: string }
  connect(teamId: string): Promise<void>
  /** Finds new leads, announced as by a search. Resolves with their ids. */
  find(...wishes: LeadWish[]): Promise<string[]>
  /** Gives leads a status, or takes theirs away. Resolves with what undoes it. */
  give(statusId: string | null, leadIds: readonly string[]): Promise<string>
  /** Marks leads as read. */
  read(leadIds: readonly string[]): Promise<void>
  /** Whether each lead of the project is read. */
  areRead(): Promise<boolean[]>
  connection(): Promise<contract.SlackConnection>
}

export async function startSlackFixture(): Promise<SlackFixture> {
  const slack = await startSlackDouble({ teams: [usualTeam(), usualTeam('T0OTHER', 'Other Books')] })
  let deps: SlackDependencies | undefined
  const app = await startTestApp({
    environment: { ...slack.environment, SESSION_DAYS: '90', PUBLIC_URL: 'https://leads.example.com' },
    prepare(parts) {
      deps = createSlackDependencies(parts)
      registerSlackJobs(deps)
    },
  })
  if (!deps) throw new Error('The app was not prepared.')
  const made = deps
  slack.clock = app.clock

  async function open({ teamId = 'T0MARBLE' }: { teamId?: string | null } = {}): Promise<SlackSite> {
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    const params = { projectId }
    const told = (payload: ProjectEvent) =>
      inOrganization(app, site, (tx) => announce(tx, site.organizationId, { projectId, payload, now: app.clock.now() }))
    const opened: SlackSite = {
      ...site,
      params,
      async connect(id) {
        const { authorization_url: url } = await organization.call(contract.connectSlack, { params })
        const back = slack.allow(url, id)
        const query = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
        await organization.call(contract.finishSlackConnection, { query })
      },
      async find(...wishes) {
        const ids = await buildLeads(app, site, wishes)
        await told({ type: 'leads', search_id: null, lead_ids: ids, unread_count: ids.length })
        return ids
      },
      async give(statusId, leadIds) {
        const body = { status_config_id: statusId, lead_ids: [...leadIds] }
        return (await organization.call(updateLeadsStatus, { params, body })).undo_token ?? ''
      },
      async read(leadIds) {
        await organization.call(markRead, { params, body: { lead_ids: [...leadIds] } })
      },
      areRead: async () => (await organization.call(listLeads, { params })).items.map(({ read }) => read),
      connection: () => organization.call(contract.getSlackConnection, { params }),
    }
    if (teamId !== null) await opened.connect(teamId)
    return opened
  }

  async function isIdle(): Promise<boolean> {
    const { rows } = await app.database.pool.query<{ busy: boolean }>(
      `select exists (select from job where name like 'slack.%' and state <> 'dead' and start_after <= now()) as busy`,
    )
    return rows[0]?.busy === false
  }

  const fixture: SlackFixture = {
    app,
    slack,
    deps: made,
    open,
    async openWith(rule) {
      const site = await open()
      await addRule(site, rule)
      return site
    },
    channel: (id) => channelOf(slack, id),
    textsIn: (id) => channelOf(slack, id).messages.map(({ text }) => text),
    async deliverEvents() {
      while (await deliverEvents({ db: app.db, subscribers: [slackSubscriber(made)] }));
    },
    async send() {
      await enqueueDue(made)
      await until(isIdle)
    },
    async deliver() {
      await fixture.deliverEvents()
      await fixture.send()
    },
    async pressFirst(channelId, press) {
      const ts = channelOf(slack, channelId).messages[0]?.ts ?? ''
      return (await fixture.hear(slack.press({ channelId, ts, ...press }))).status
    },
    hear: async ({ path, headers, body }) => app.app.hono.request(path, { method: 'POST', headers, body }),
    reset() {
      slack.recover()
      slack.questions.length = 0
      for (const team of slack.teams) {
        team.refusal = null
        for (const channel of team.channels.values()) {
          Object.assign(channel, {
            messages: [],
            limited: { times: 0, retryAfterS: 0 },
            isArchived: channel.id === 'C0OLD',
          })
        }
      }
    },
    async close() {
      await app.close()
      await slack.close()
    },
  }
  return fixture
}

function channelOf(slack: SlackDouble, id: string): DoubleChannel {
  const [team] = slack.teams
  if (!team) throw new Error('There is no workspace.')
  return team.channel(id)
}

/** All text of a message. */
export function wordsOf({ text, blocks }: DoubleMessage): string {
  return JSON.stringify({ text, blocks })
}

type Rule = Partial<BodyOf<typeof contract.createSlackChannelConfig>>

const LEADS = { channel_id: 'C0LEADS', channel_name: 'leads' }

/** Adds a rule for a channel: all new leads in #leads by default. */
export function addRule(site: SlackSite, rule: Rule = {}) {
  return site.organization.call(contract.createSlackChannelConfig, { params: site.params, body: { ...LEADS, ...rule } })
}

export async function addStatus(site: SlackSite, name: string): Promise<string> {
  return (await site.organization.call(createLeadStatus, { params: site.params, body: { name } })).id
}
