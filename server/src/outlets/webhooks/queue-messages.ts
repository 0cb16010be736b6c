import { meetsMinimum } from '@leadlight/domain/scoring'
import type { WebhookEvent } from '@leadlight/domain/webhooks'
import { findScores } from '../../workspace/leads/find-scores.ts'
import { newlyTakes, reachedLeads, type FormerLead, type RuledLead } from '../outbox/reached-leads.ts'
import type { OutboxEvent } from '../outbox/outbox-events.ts'
import type { Subscriber } from '../outbox/deliver-events.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { insertDeliveries, type NewDelivery } from './delivery-store.ts'
import { deliverJob } from './jobs.ts'
import { insertMessages, selectSentLeads, type NewMessage } from './message-store.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { selectWebhooks, type WebhookRow } from './webhook-store.ts'

type Dependencies = Pick<WebhookDependencies, 'clock' | 'newId' | 'jobs'>

/** One message for a webhook, with the lead its filter is applied to. */
interface Tellable {
  event: WebhookEvent
  happened: object
  at: Date
  leadId: string | null
  /** What the lead was before, where it is not new. */
  former: FormerLead | null
}

/** Queues the messages that the project's webhooks ask for. */
export function webhookSubscriber(deps: Dependencies): Subscriber {
  return { queue: (tx, position, happenings) => queueMessages(tx, deps, position, happenings) }
}

async function queueMessages(
  tx: Tx,
  deps: Dependencies,
  { organizationId, projectId }: ProjectIds,
  happenings: readonly OutboxEvent[],
): Promise<void> {
  const webhooks = (await selectWebhooks(tx, organizationId, projectId)).filter(({ is_on }) => is_on)
  if (webhooks.length === 0) return
  const news = reachedLeads(happenings)
  const tellables = onceEach(happenings.flatMap((happening) => toTellables(happening, news)))
  const leadIds = tellables.flatMap(({ leadId }) => leadId ?? [])
  const scores = await findScores(tx, organizationId, { projectId, ids: leadIds })
  const known = tellables.flatMap(({ leadId, former }) => (leadId !== null && former !== null ? [leadId] : []))
  const told = await selectSentLeads(tx, organizationId, known)
  const messages: NewMessage[] = []
  const deliveries: NewDelivery[] = []
  for (const tellable of tellables) {
    // A lead deleted meanwhile has nothing to send.
    const lead = tellable.leadId === null ? undefined : scores.get(tellable.leadId)
    if (tellable.leadId !== null && !lead) continue
    const wanting = webhooks.filter(
      (webhook) =>
        tellable.at >= webhook.created_at &&
        wants(webhook, tellable, lead) &&
        !(tellable.former !== null && told.get(tellable.leadId ?? '')?.has(webhook.id) === true),
    )
    if (wanting.length === 0) continue
    const { former: _former, ...about } = tellable
    const message = { id: deps.newId(), projectId, ...about }
    messages.push(message)
    deliveries.push(...wanting.map(({ id }) => ({ id: deps.newId(), projectId, webhookId: id, messageId: message.id })))
  }
  await insertMessages(tx, organizationId, messages)
  await insertDeliveries(tx, organizationId, deliveries, deps.clock.now())
  for (const webhookId of new Set(deliveries.map((delivery) => delivery.webhookId))) {
    await deps.jobs.enqueue(tx, deliverJob, { organizationId, webhookId }, { key: webhookId })
  }
}

/** A lead may gain several matches, of which one message tells. */
function onceEach(tellables: readonly Tellable[]): Tellable[] {
  const gained = new Set<string>()
  return tellables.filter(({ leadId, former }) => {
    if (leadId === null || former === null) return true
    const isFirst = !gained.has(leadId)
    gained.add(leadId)
    return isFirst
  })
}

/** A message for each lead; a change of more leads than are named is one message that names none. */
function toTellables(happening: OutboxEvent, news: ReadonlyMap<string, FormerLead | null>): Tellable[] {
  const { event, at } = happening
  if ('leadIds' in happening) {
    const isGained = 'gained' in happening && happening.gained !== undefined
    const leadIds = happening.leadIds ?? [null]
    return leadIds.flatMap((leadId) => {
      const former = isGained && leadId !== null ? (news.get(leadId) ?? null) : null
      // One that is new among these events is told of as new.
      return isGained && former === null ? [] : [{ event, at, happened: {}, leadId, former }]
    })
  }
  return [{ event, at, happened: aboutOf(happening), leadId: null, former: null }]
}

/** The message's data besides its project. */
function aboutOf(happening: Exclude<OutboxEvent, { leadIds: unknown }>): object {
  if ('search' in happening) return { search: happening.search }
  if ('level' in happening) return { level: happening.level, credits_left: happening.left }
  const { platform, source, error } = happening
  return { platform, source, error }
}

function wants(
  { events, signal_ids: signalIds, minimum_score: minimum }: WebhookRow,
  { event, former }: Tellable,
  lead: RuledLead | undefined,
): boolean {
  if (!events.includes(event)) return false
  if (!lead) return true
  const takes = (one: RuledLead) =>
    (signalIds.length === 0 || one.signalIds.some((id) => signalIds.includes(id))) && meetsMinimum(one.score, minimum)
  return newlyTakes(takes, lead, former)
}
