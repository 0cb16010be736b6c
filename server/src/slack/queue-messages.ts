import { findScores } from '../leads/find-scores.ts'
import { findStatusIds } from '../leads/status-of-lead.ts'
import type { Happening } from '../outbox/happenings.ts'
import type { Outlet, ReaderPlace } from '../outbox/tell-outside.ts'
import type { Tx } from '../platform/db.ts'
import { selectConfigs, type ConfigRow } from './config-store.ts'
import { findConnection, type ConnectionRow } from './connection-store.ts'
import { deliverJob } from './jobs.ts'
import { insertMessages, markChanged, type NewMessage } from './message-store.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

type Dependencies = Pick<SlackDependencies, 'clock' | 'newId' | 'jobs'>

/** Puts down which channels of a project's workspace are to be told of what, and which messages have become stale. */
export function slackOutlet(deps: Dependencies): Outlet {
  return { queue: (tx, place, happenings) => queueMessages(tx, deps, place, happenings) }
}

async function queueMessages(
  tx: Tx,
  deps: Dependencies,
  place: ReaderPlace,
  happenings: readonly Happening[],
): Promise<void> {
  const { organizationId, projectId } = place
  if (!happenings.some(({ event }) => event === 'lead.created' || event === 'lead.updated')) return
  const connection = await findConnection(tx, organizationId, projectId)
  if (!connection || connection.problem !== null) return
  // Others may have been listening before, so what is told here may have happened before it was connected.
  const since = happenings.filter(({ at }) => at >= connection.connected_at)
  const fresh = since.flatMap((happening) => (happening.event === 'lead.created' ? happening.leadIds : []))
  const updates = since.flatMap((happening) => (happening.event === 'lead.updated' ? [happening.leadIds] : []))
  const configs = await selectConfigs(tx, organizationId, projectId)
  const now = deps.clock.now()
  const at = { organizationId, projectId, connectionId: connection.id }
  const messages = [
    ...(await newLeads(tx, place, { connection, configs, ids: fresh })),
    ...(await givenStatus(tx, place, { configs, ids: updates.flatMap((ids) => ids ?? []) })),
  ].map((one) => ({ ...one, id: deps.newId() }))
  // First what is told already: what is put down now is composed as it is by then.
  const channels = new Set(await markStale(tx, at, updates, now))
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
  // Too many to be named are any of them.
  const ids = updates.includes(null) ? null : updates.flatMap((some) => some ?? [])
  return markChanged(tx, at, ids, now)
}

type Wanted = Omit<NewMessage, 'id'>

async function newLeads(
  tx: Tx,
  { organizationId, projectId }: ReaderPlace,
  { connection, configs, ids }: { connection: ConnectionRow; configs: readonly ConfigRow[]; ids: readonly string[] },
): Promise<Wanted[]> {
  const leads = await findScores(tx, organizationId, { projectId, ids })
  return [...leads].flatMap(([leadId, lead]) => {
    const taking = configs.filter((config) => config.new_leads && fits(config, lead)).map(({ channel_id: id }) => id)
    const { default_channel_id: usual } = connection
    const channelIds = taking.length > 0 ? [...new Set(taking)] : usual === null ? [] : [usual]
    return channelIds.map((channelId) => ({ channelId, leadId }))
  })
}

/** Leads that have a status now of which some channel wants to be told. */
async function givenStatus(
  tx: Tx,
  { organizationId, projectId }: ReaderPlace,
  { configs, ids }: { configs: readonly ConfigRow[]; ids: readonly string[] },
): Promise<Wanted[]> {
  const asking = configs.filter(({ status_ids: statusIds }) => statusIds.length > 0)
  if (asking.length === 0 || ids.length === 0) return []
  const named = [...new Set(ids)]
  const leads = await findScores(tx, organizationId, { projectId, ids: named })
  const statuses = await findStatusIds(tx, organizationId, { projectId, ids: named })
  return [...leads].flatMap(([leadId, lead]) => {
    const statusId = statuses.get(leadId)
    if (!statusId) return []
    const taking = asking.filter((config) => config.status_ids.includes(statusId) && fits(config, lead))
    return [...new Set(taking.map(({ channel_id: id }) => id))].map((channelId) => ({ channelId, leadId }))
  })
}

function fits(
  { signal_ids: signalIds, minimum_score: minimum }: ConfigRow,
  lead: { score: number; signalIds: readonly string[] },
): boolean {
  const isOfSignal = signalIds.length === 0 || lead.signalIds.some((id) => signalIds.includes(id))
  return isOfSignal && lead.score >= (minimum ?? 0)
}
