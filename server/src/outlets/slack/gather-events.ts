import {
  SLACK_BEST_KEPT,
  SLACK_BURST_MS,
  SLACK_COUNTED_MAX,
  SLACK_GATHERING_MS,
  SLACK_NEW_LEADS_MAX,
} from '@leadlight/domain/slack'
import type { Tx } from '../../platform/db.ts'
import {
  growMessage,
  selectSentMessages,
  selectRecentMessages,
  type FoundAtOnce,
  type RecentMessage,
  type PlannedMessage,
} from './message-store.ts'

export interface NewLead {
  id: string
  score: number
  signalIds: readonly string[]
}

const NOTHING: RecentMessage = { singles: 0, gathering: null }

/**
 * Decides how channels are told of new leads: one by one, or, where these and those of the last minutes are too many,
 * in one message that keeps growing. Resolves with the messages to queue, and the channels whose message has grown.
 */
export async function gatherEvents(
  tx: Tx,
  at: { organizationId: string; connectionId: string },
  newLeads: ReadonlyMap<string, readonly NewLead[]>,
  now: Date,
): Promise<{ wanted: PlannedMessage[]; grown: string[] }> {
  const wanted: PlannedMessage[] = []
  const grown: string[] = []
  if (newLeads.size === 0) return { wanted, grown }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const since = { singlesFrom: ago(SLACK_BURST_MS), gatheringFrom: ago(SLACK_GATHERING_MS) }
  const lately = await selectRecentMessages(tx, at, since)
  const ids = new Set([...newLeads.values()].flatMap((leads) => leads.map(({ id }) => id)))
  const told = await selectSentMessages(tx, at, [...ids])
  for (const [channelId, leads] of newLeads) {
    const fresh = leads.filter(({ id }) => told.get(channelId)?.has(id) !== true)
    if (fresh.length === 0) continue
    const { singles, gathering } = lately.get(channelId) ?? NOTHING
    if (gathering && new Date(gathering.together.last) > since.singlesFrom) {
      await growMessage(tx, at.organizationId, {
        ...gathering,
        together: gather(gathering.together, fresh, now),
        now,
      })
      grown.push(channelId)
    } else if (singles + fresh.length > SLACK_NEW_LEADS_MAX) {
      wanted.push({ channelId, leadId: null, entered: gather(undefined, fresh, now) })
    } else wanted.push(...fresh.map(({ id }) => ({ channelId, leadId: id, entered: null })))
  }
  return { wanted, grown }
}

function gather(before: FoundAtOnce | undefined, leads: readonly NewLead[], now: Date): FoundAtOnce {
  const best = [...(before?.best ?? []), ...leads.map(({ id, score }) => ({ id, score }))]
  const ids = [...(before?.ids ?? []), ...leads.map(({ id }) => id)]
  return {
    found: (before?.found ?? 0) + leads.length,
    ids: ids.slice(0, SLACK_COUNTED_MAX),
    best: best.toSorted((a, b) => b.score - a.score).slice(0, SLACK_BEST_KEPT),
    signalIds: [...new Set([...(before?.signalIds ?? []), ...leads.flatMap(({ signalIds }) => signalIds)])],
    last: now.toISOString(),
  }
}
