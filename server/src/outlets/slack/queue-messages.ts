import { findScores } from '../../workspace/leads/find-scores.ts'
import { newlyTakes, reachedLeads, type FormerLead, type RuledLead } from '../outbox/reached-leads.ts'
import type { OutboxEvent } from '../outbox/outbox-events.ts'
import type { Subscriber } from '../outbox/deliver-events.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { selectConfigs, type ConfigRow } from './config-store.ts'
import { findConnection, type ConnectionRow } from './connection-store.ts'
import { fits } from './fits-config.ts'
import { gatherEvents, type NewLead } from './gather-events.ts'
import { deliverJob } from './jobs.ts'
import { insertMessages, markChanged, type PlannedMessage } from './message-store.ts'
import { plannedFromEntries } from './queue-entries.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

type Dependencies = Pick<SlackDependencies, 'clock' | 'newId' | 'jobs'>

/** Queues messages for the channels of a project's workspace, and marks those that became stale. */
export function slackSubscriber(deps: Dependencies): Subscriber {
  return { queue: (tx, position, happenings) => queueMessages(tx, deps, position, happenings) }
}

async function queueMessages(
  tx: Tx,
  deps: Dependencies,
  position: ProjectIds,
  happenings: readonly OutboxEvent[],
): Promise<void> {
  const { organizationId, projectId } = position
  if (!happenings.some(({ event }) => event === 'lead.created' || event === 'lead.updated')) return
  const connection = await findConnection(tx, organizationId, projectId)
  // Rules are deleted with their connection, and with them what they asked for.
  if (!connection) return
  const configs = await selectConfigs(tx, organizationId, projectId)
  const entered = await plannedFromEntries(tx, position, { connectionId: connection.id, configs })
  if (connection.problem !== null) return
  // Other subscribers may be older, so some of these events may be from before Slack was connected.
  const since = happenings.filter(({ at }) => at >= connection.connected_at)
  const fresh = reachedLeads(since)
  const updates = since.flatMap((happening) => (happening.event === 'lead.updated' ? [happening.leadIds] : []))
  const now = deps.clock.now()
  const at = { organizationId, projectId, connectionId: connection.id }
  const news = await findNews(tx, position, { connection, configs, fresh })
  const { wanted, grown } = await gatherEvents(tx, at, news, now)
  const messages = onceEach([...wanted, ...entered]).map((one) => ({ ...one, id: deps.newId() }))
  // Existing messages first: those queued now are composed from the state at sending.
  const channels = new Set([...grown, ...(await markStale(tx, at, updates, now))])
  await insertMessages(tx, at, messages, now)
  for (const { channelId } of messages) channels.add(channelId)
  for (const channelId of channels) {
    const { connectionId } = at
    await deps.jobs.enqueue(
      tx,
      deliverJob,
      { organizationId, connectionId, channelId },
      { key: `${connectionId}:${channelId}` },
    )
  }
}

async function markStale(
  tx: Tx,
  at: { organizationId: string; connectionId: string },
  updates: readonly (string[] | null)[],
  now: Date,
): Promise<string[]> {
  if (updates.length === 0) return []
  // Null ids, where there were too many to name, stand for any lead.
  const ids = updates.includes(null) ? null : updates.flatMap((some) => some ?? [])
  return markChanged(tx, at, ids, now)
}

/** A new lead may have entered a status already. */
function onceEach(wanted: readonly PlannedMessage[]): PlannedMessage[] {
  const singles = new Map(wanted.map((one) => [`${one.channelId}:${one.leadId ?? ''}`, one]))
  return [
    ...wanted.filter(({ leadId }) => leadId === null),
    ...[...singles.values()].filter(({ leadId }) => leadId !== null),
  ]
}

/** The channels whose rules take a lead; the usual one where none does. */
function channelsFor(
  lead: RuledLead,
  { connection: { default_channel_id: usual }, configs }: { connection: ConnectionRow; configs: readonly ConfigRow[] },
): ReadonlySet<string> {
  const taking = configs.filter((config) => config.new_leads && fits(config, lead)).map((config) => config.channel_id)
  return new Set(taking.length > 0 || usual === null ? taking : [usual])
}

/** The new leads that each channel is to be told of. */
async function findNews(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  {
    connection,
    configs,
    fresh,
  }: { connection: ConnectionRow; configs: readonly ConfigRow[]; fresh: ReadonlyMap<string, FormerLead | null> },
): Promise<Map<string, NewLead[]>> {
  const leads = await findScores(tx, organizationId, { projectId, ids: [...fresh.keys()] })
  const byChannel = new Map<string, NewLead[]>()
  for (const [id, lead] of leads) {
    const former = fresh.get(id) ?? null
    const takes = (channelId: string) => (one: RuledLead) => channelsFor(one, { connection, configs }).has(channelId)
    const channelIds = [...channelsFor(lead, { connection, configs })].filter((one) =>
      newlyTakes(takes(one), lead, former),
    )
    for (const channelId of channelIds) byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), { id, ...lead }])
  }
  return byChannel
}
