import { updateNotificationSettings } from '@leadlight/contract/notifications'
import { connectSlack, createSlackChannelConfig, finishSlackConnection } from '@leadlight/contract/slack'
import { createWebhook } from '@leadlight/contract/webhooks'
import { sql } from 'kysely'
import { announce } from '@leadlight/server/core/events/announce'
import { recordLeads } from '@leadlight/server/people/prospects/record-leads'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import type { Tx } from '@leadlight/server/platform/db'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import { buildFound, inOrganization, mintLeadSite, type LeadSite } from './lead-builder.ts'
import { startReceivers, WAYS, type Receivers, type Way } from './outbox-receivers.ts'
import { createStages, dieSomewhere, startOutboxWorker, untilQuiet, type Progress } from './outbox-worker.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const LEADS_PER_LIFE = 3
/** More than Slack is told one by one, or a mail shows. */
const LEADS_PER_BURST = 30
/** How often waiting messages are made due for a living worker, before one is said to be missing. */
const RESTS_MAX = 20

export interface OutboxOutcome {
  killed: number
  /** For each committed lead, under how many ids it was sent by each way. */
  ids: Record<Way, number[]>
  /** How many leads Slack was told of, in any message. */
  countedBySlack: number
  /** Leads that were sent although their transaction was rolled back. */
  takenBack: string[]
  /** How many deliveries there were beyond one for each lead: those that a death left unacknowledged. */
  again: number
  /** What was not due yet whenever the living workers had sent all that was. */
  waited: Waiting[]
}

type Waiting = Record<'events' | 'deliveries' | 'mails' | 'leads' | 'messages', number>

/**
 * Finds leads, some in transactions that are rolled back, while workers that send them by webhook, mail and Slack die
 * on the way, or finds a burst of many leads for Slack alone. The last worker lives until nothing waits any more. On
 * the embedded database worker and leads take turns, as only one process may open it.
 */
export async function deliverThroughCrashes(
  where: DatabaseOptions,
  { seed, deaths, burst = false }: { seed: string; deaths: number; burst?: boolean },
): Promise<OutboxOutcome> {
  const dice = createDice(`outbox-${seed}`)
  const stages = createStages()
  const receivers = await startReceivers((stage) => stages.pass(stage))
  const [kept, takenBack]: [string[], string[]] = [[], []]
  const progress = progressOf(receivers, kept, burst ? [] : ['webhook', 'mail'])
  let killed = 0
  try {
    const fixture = await begin(where, receivers, { isSlackAlone: burst })
    for (let life = 0; life <= deaths; life += 1) {
      const made = await produce(fixture, dice, burst ? LEADS_PER_BURST : LEADS_PER_LIFE)
      kept.push(...made.kept)
      takenBack.push(...made.takenBack)
      if (life === deaths) break
      const worker = startOutboxWorker(where, receivers.environment)
      killed += (await dieSomewhere(worker, stages, { dice, progress })) ? 1 : 0
    }
    const waited = await liveOn(fixture, progress, seed)
    const told = WAYS.flatMap((way) => receivers.received(way))
    const idsOf = (way: Way) => kept.map((lead) => countIds(receivers, way, lead))
    return {
      killed,
      ids: { webhook: idsOf('webhook'), mail: idsOf('mail'), slack: idsOf('slack') },
      countedBySlack: receivers.countedBySlack(),
      takenBack: takenBack.filter((id) => told.some(({ lead }) => lead === id)),
      again: told.length - WAYS.length * kept.length,
      waited,
    }
  } finally {
    await receivers.close()
  }
}

function progressOf(receivers: Receivers, kept: readonly string[], ways: readonly Way[]): Progress {
  return {
    delivered: () => WAYS.reduce((sum, way) => sum + receivers.received(way).length, 0),
    isDone: () =>
      receivers.countedBySlack() >= kept.length &&
      ways.every((way) => kept.every((lead) => countIds(receivers, way, lead) > 0)),
  }
}

function countIds(receivers: Receivers, way: Way, leadId: string): number {
  const heard = receivers.received(way).filter(({ lead }) => lead === leadId)
  return new Set(heard.map(({ id }) => id)).size
}

interface Stand {
  where: DatabaseOptions
  environment: Record<string, string>
  site: Omit<LeadSite, 'organization'>
}

async function begin(
  where: DatabaseOptions,
  { environment, webhookUrl, slack }: Receivers,
  { isSlackAlone }: { isSlackAlone: boolean },
): Promise<Stand> {
  const app = await startTestApp({ on: where, environment })
  await app.clock.set(new Date())
  const { organization, organizationId, projectId, signalId } = await mintLeadSite(app)
  const params = { projectId }
  if (!isSlackAlone) {
    await organization.call(createWebhook, { params, body: { url: webhookUrl } })
    await organization.call(updateNotificationSettings, { params, body: { frequency: 'at_once' } })
  }
  const { authorization_url: url } = await organization.call(connectSlack, { params })
  const back = slack.allow(url, 'T0MARBLE')
  const query = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
  await organization.call(finishSlackConnection, { query })
  const body = { channel_id: 'C0LEADS', channel_name: 'leads' }
  await organization.call(createSlackChannelConfig, { params, body })
  await app.close()
  return { where, environment, site: { organizationId, projectId, signalId } }
}

/**
 * Finds leads, each recorded and announced in one transaction, as a search does; some are rolled back at the end. Lets
 * time pass first.
 */
async function produce(
  fixture: Stand,
  dice: Dice,
  leadsPerLife: number,
): Promise<{ kept: string[]; takenBack: string[] }> {
  return visit(fixture, async (app) => {
    const made: { kept: string[]; takenBack: string[] } = { kept: [], takenBack: [] }
    await inOrganization(app, fixture.site, passTime)
    for (let n = 0; n < leadsPerLife; n += 1) {
      // The first of each life is committed, so that there is something to die of.
      const isTakenBack = n > 0 && dice.share() < 0.4
      const id = await recordOne(app, fixture.site, isTakenBack)
      if (isTakenBack) made.takenBack.push(id)
      else made.kept.push(id)
    }
    return made
  })
}

/** Does something to the database between two workers. */
async function visit<Result>({ where, environment }: Stand, work: (app: TestApp) => Promise<Result>): Promise<Result> {
  const app = await startTestApp({ on: where, environment })
  try {
    await app.clock.set(new Date())
    return await work(app)
  } finally {
    await app.close()
  }
}

async function recordOne(app: TestApp, site: Stand['site'], isTakenBack: boolean): Promise<string> {
  const { newId, matching } = app.dependencies
  const { suppression } = matching
  const now = app.clock.now()
  const found = await buildFound(app, site, [{}])
  let id = ''
  const recording = inOrganization(app, site, async (tx) => {
    await recordLeads(tx, { ...site, now, newId, suppression }, found)
    const { rows } = await sql<{ id: string }>`select id from lead where post_id = ${found[0]?.post.id}`.execute(tx)
    id = rows[0]?.id ?? ''
    const payload = { type: 'leads' as const, search_id: null, lead_ids: [id], unread_count: 1 }
    await announce(tx, site.organizationId, { projectId: site.projectId, payload, now })
    if (isTakenBack) throw new Error('taken back')
  })
  await recording.catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'taken back') throw error
  })
  return id
}

/**
 * Runs workers that nobody kills, until all is sent and nothing waits; resolves with what was not due yet between two
 * of them. That, such as a mail within five minutes of another, or one whose sender died, is made due for the next
 * worker, so that this machine's speed does not matter.
 */
async function liveOn(fixture: Stand, progress: Progress, seed: string): Promise<Waiting[]> {
  const waited: Waiting[] = []
  for (;;) {
    const worker = startOutboxWorker(fixture.where, fixture.environment)
    await untilQuiet(worker, progress)
    await worker.stop()
    const waiting = await visit(fixture, (app) => inOrganization(app, fixture.site, readWaiting))
    const isLeft = Object.values(waiting).some((count) => count > 0)
    if (!isLeft && progress.isDone()) return waited
    const left = `nothing is told any more, and of it waits: ${JSON.stringify(waiting)} (seed ${seed}).`
    if (!isLeft) throw new Error(`A telling was lost: not all was told, ${left}`)
    if (waited.push(waiting) > RESTS_MAX) throw new Error(`Something is never told: after ${RESTS_MAX} rests ${left}`)
    await visit(fixture, (app) => inOrganization(app, fixture.site, passTime))
  }
}

/** Makes everything that waits due, as if its time had passed. */
async function passTime(tx: Tx): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  const before = new Date(Date.now() - 3_600_000)
  await sql`update webhook_delivery set next_try_at = ${past} where state = 'waiting'`.execute(tx)
  await sql`update webhook set resting_until = null`.execute(tx)
  await sql`update notification_mail set next_try_at = ${past} where state = 'waiting'`.execute(tx)
  await sql`update notification_setting set last_mail_at = ${before} where last_mail_at is not null`.execute(tx)
  await sql`update notification_setting set next_mail_at = ${past} where next_mail_at is not null`.execute(tx)
  await sql`update slack_message set next_try_at = ${past} where next_try_at is not null`.execute(tx)
  await sql`update slack_channel set resting_until = null`.execute(tx)
}

async function readWaiting(tx: Tx): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select
    (select count(*)::int from event join outbox_reader using (project_id) where event.id > read_to) as events,
    (select count(*)::int from webhook_delivery where state <> 'delivered') as deliveries,
    (select count(*)::int from notification_mail where state <> 'sent') as mails,
    (select count(*)::int from notification_lead where mail_id is null) as leads,
    (select count(*)::int from slack_message where state <> 'posted' or next_try_at is not null) as messages`.execute(
    tx,
  )
  const [waiting] = rows
  if (!waiting) throw new Error('Nothing was counted.')
  return waiting
}
