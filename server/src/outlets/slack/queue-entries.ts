import { SLACK_ENTRIES_MAX } from '@leadlight/domain/slack'
import { findLiveMatches } from '../../workspace/leads/find-live-matches.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { ConfigRow } from './config-store.ts'
import { takeEntries } from './entry-store.ts'
import { fits } from './fits-config.ts'
import { selectSentMessages, type EnteredCounts, type PlannedMessage } from './message-store.ts'

const AT_ONCE = 2_000

/** What a channel is to be told of leads that entered a status. */
interface Entered {
  /** One more than are told one by one, at most. */
  leadIds: string[]
  seen: Set<string>
  counts: EnteredCounts
}

/**
 * Resolves with what to tell channels of leads that entered a status their rules ask for, and takes each entry once.
 * Only leads still in that status are told, and only where the channel was told nothing of them: an existing message
 * follows its lead.
 */
export async function plannedFromEntries(
  tx: Tx,
  position: ProjectIds,
  { connectionId, configs }: { connectionId: string; configs: readonly ConfigRow[] },
): Promise<PlannedMessage[]> {
  const byChannel = new Map<string, Entered>()
  const byId = new Map(configs.map((config) => [config.id, config]))
  for (;;) {
    const entries = await takeEntries(tx, position, AT_ONCE)
    if (entries.length === 0) break
    const ids = [...new Set(entries.map(({ leadId }) => leadId))]
    const leads = await findLiveMatches(tx, position.organizationId, { projectId: position.projectId, ids })
    const told = await selectSentMessages(tx, { ...position, connectionId }, [...leads.keys()])
    for (const { configId, leadId } of entries) {
      const [config, lead] = [byId.get(configId), leads.get(leadId)]
      if (!config || !lead?.statusId || !config.status_ids.includes(lead.statusId) || !fits(config, lead)) continue
      if (told.get(config.channel_id)?.has(leadId) === true) continue
      note(byChannel, config.channel_id, { leadId, statusId: lead.statusId })
    }
  }
  return [...byChannel].flatMap(([channelId, { leadIds, counts }]): PlannedMessage[] =>
    leadIds.length > SLACK_ENTRIES_MAX
      ? [{ channelId, leadId: null, entered: counts }]
      : leadIds.map((leadId) => ({ channelId, leadId, entered: null })),
  )
}

function note(
  byChannel: Map<string, Entered>,
  channelId: string,
  { leadId, statusId }: { leadId: string; statusId: string },
): void {
  const entered = byChannel.get(channelId) ?? { leadIds: [], seen: new Set(), counts: {} }
  byChannel.set(channelId, entered)
  if (entered.seen.has(leadId)) return
  entered.seen.add(leadId)
  entered.counts[statusId] = (entered.counts[statusId] ?? 0) + 1
  if (entered.leadIds.length <= SLACK_ENTRIES_MAX) entered.leadIds.push(leadId)
}
