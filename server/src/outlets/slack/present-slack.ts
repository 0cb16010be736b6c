import type { SlackChannelConfig, SlackConnection } from '@leadlight/contract/slack'
import type { Tx } from '../../platform/db.ts'
import { selectChannels, type ChannelRow } from './channel-store.ts'
import type { ConfigRow } from './config-store.ts'
import { findConnection } from './connection-store.ts'
import { presentProblem } from './explain-problem.ts'
import { countWaiting } from './message-store.ts'

const NONE: SlackConnection = {
  connected: false,
  team: null,
  default_channel: null,
  connected_at: null,
  problem: null,
  waiting: 0,
  last_posted_at: null,
}

/** The project's Slack connection, in a transaction that has already checked access to the project. */
export async function presentConnection(tx: Tx, organizationId: string, projectId: string): Promise<SlackConnection> {
  const row = await findConnection(tx, organizationId, projectId)
  if (!row) return NONE
  const channels = await selectChannels(tx, organizationId, row.id)
  const { default_channel_id: id, default_channel_name: name } = row
  const posted = channels.map((channel) => channel.last_posted_at?.getTime() ?? 0)
  const lastMs = Math.max(0, ...posted)
  return {
    connected: true,
    team: { id: row.team_id, name: row.team_name },
    default_channel: id === null ? null : { id, name: name ?? id, problem: problemOf(channels, id) },
    connected_at: row.connected_at.toISOString(),
    problem: presentProblem(row.problem, row.problem_since),
    waiting: await countWaiting(tx, organizationId, row.id),
    last_posted_at: lastMs === 0 ? null : new Date(lastMs).toISOString(),
  }
}

export function presentConfig(row: ConfigRow, channels: readonly ChannelRow[]): SlackChannelConfig {
  return {
    id: row.id,
    channel_id: row.channel_id,
    channel_name: row.channel_name,
    new_leads: row.new_leads,
    intent_signals: row.signal_ids,
    minimum_score: row.minimum_score,
    statuses: row.status_ids,
    problem: problemOf(channels, row.channel_id),
    created_at: row.created_at.toISOString(),
  }
}

function problemOf(channels: readonly ChannelRow[], channelId: string) {
  const found = channels.find(({ channel_id: id }) => id === channelId)
  return presentProblem(found?.problem ?? null, found?.problem_since ?? null)
}
