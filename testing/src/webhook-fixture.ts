import { createWebhook, listWebhookDeliveries, type WebhookDelivery } from '@leadlight/contract/webhooks'
import type { ProjectEvent } from '@leadlight/contract/installation'
import type { BodyOf } from '@leadlight/contract/endpoint'
import { announce } from '@leadlight/server/core/events/announce'
import { deliverEvents } from '@leadlight/server/outlets/outbox/deliver-events'
import { webhookSubscriber } from '@leadlight/server/outlets/webhooks/queue-messages'
import { enqueueDue, registerWebhookJobs } from '@leadlight/server/outlets/webhooks/register-jobs'
import type { WebhookDependencies } from '@leadlight/server/outlets/webhooks/webhook-dependencies'
import { startReceiverDouble, type ReceiverDouble } from './doubles/receiver-double.ts'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite, type LeadWish } from './lead-builder.ts'
import { received, type Received } from './received-webhooks.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { until } from './until.ts'

/** The app with its webhooks at work and one receiver that they may reach. */
export interface WebhookFixture {
  app: TestApp
  receiver: ReceiverDouble
  /** The received messages, verified with these secrets. */
  received(secrets: readonly string[]): Received[]
  webhooks: WebhookDependencies
  /** A project of a new organization, with a webhook to the receiver. */
  open(body?: Partial<BodyOf<typeof createWebhook>>): Promise<WebhookSite>
  /** Delivers events to subscribers outside, as the running product does all the time. */
  deliverEvents(): Promise<void>
  /** Sends what is due by the app's clock, until nothing is. */
  send(): Promise<void>
  close(): Promise<void>
}

export interface WebhookSite extends LeadSite {
  webhookId: string
  secret: string
  params: { projectId: string; id: string }
  /** Finds new leads, announced as by a search. Resolves with their ids. */
  find(...wishes: LeadWish[]): Promise<string[]>
  announce(payload: ProjectEvent): Promise<void>
  deliveries(): Promise<WebhookDelivery[]>
}

export async function startWebhookFixture(): Promise<WebhookFixture> {
  const receiver = await startReceiverDouble()
  let webhooks: WebhookDependencies | undefined
  const app = await startTestApp({
    environment: { OUTBOUND_ALLOW: receiver.hostAndPort, SESSION_DAYS: '90', PUBLIC_URL: 'https://leads.example.com' },
    prepare(parts) {
      webhooks = { ...parts, vault: parts.matching.vault }
      registerWebhookJobs(webhooks)
    },
  })
  if (!webhooks) throw new Error('The app was not prepared.')
  const made = webhooks

  async function open(body: Partial<BodyOf<typeof createWebhook>> = {}): Promise<WebhookSite> {
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    const created = await organization.call(createWebhook, {
      params: { projectId },
      body: { url: `${receiver.url}/hook`, ...body },
    })
    const params = { projectId, id: created.id }
    const told = (payload: ProjectEvent) =>
      inOrganization(app, site, (tx) => announce(tx, site.organizationId, { projectId, payload, now: app.clock.now() }))
    return {
      ...site,
      webhookId: created.id,
      secret: created.secret,
      params,
      async find(...wishes) {
        const ids = await buildLeads(app, site, wishes)
        await told({ type: 'leads', search_id: null, lead_ids: ids, unread_count: ids.length })
        return ids
      },
      announce: told,
      deliveries: async () => (await organization.call(listWebhookDeliveries, { params })).items,
    }
  }

  async function isIdle(): Promise<boolean> {
    const { rows } = await app.database.pool.query<{ busy: boolean }>(
      `select exists (select from job where name = 'webhooks.deliver' and state <> 'dead') as busy`,
    )
    return rows[0]?.busy === false
  }

  return {
    app,
    receiver,
    received: (secrets) => received(receiver.questions, secrets),
    webhooks: made,
    open,
    async deliverEvents() {
      const deps = { db: app.db, subscribers: [webhookSubscriber(made)] }
      while (await deliverEvents(deps));
    },
    async send() {
      await enqueueDue(made)
      await until(isIdle)
    },
    async close() {
      await app.close()
      await receiver.close()
    },
  }
}
