import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { ChannelPlace } from './channel-store.ts'

interface SlackMessageTable {
  id: string
  organization_id: string
  project_id: string
  connection_id: string
  channel_id: string
  lead_id: string
  state: 'waiting' | 'posted' | 'failed'
  ts: string | null
  changes: number
  tries: number
  next_try_at: Date | null
  error: string | null
  created_at: Date
}

declare module '../platform/db.ts' {
  interface Tables {
    slack_message: SlackMessageTable
  }
}

export type MessageRow = SlackMessageTable

export interface NewMessage {
  id: string
  channelId: string
  leadId: string
}

/** Puts messages down to be sent; a lead of which a channel has been told already is left out. */
export async function insertMessages(
  tx: Tx,
  { organizationId, projectId, connectionId }: Omit<ChannelPlace, 'channelId'>,
  messages: readonly NewMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  await tx
    .insertInto('slack_message')
    .values(
      messages.map(({ id, channelId, leadId }) => ({
        id,
        organization_id: organizationId,
        project_id: projectId,
        connection_id: connectionId,
        channel_id: channelId,
        lead_id: leadId,
        state: 'waiting' as const,
        ts: null,
        changes: 0,
        tries: 0,
        next_try_at: now,
        error: null,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'connection_id', 'channel_id', 'lead_id']).doNothing(),
    )
    .execute()
}

/** Has the messages that tell of these leads changed, or of all leads where none is named. Answers their channels. */
export async function markChanged(
  tx: Tx,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  leadIds: readonly string[] | null,
  now: Date,
): Promise<string[]> {
  const named = leadIds === null ? sql`` : sql`and lead_id = any(${leadIds}::uuid[])`
  const { rows } = await sql<{ channel_id: string }>`
    update slack_message set changes = changes + 1, next_try_at = coalesce(next_try_at, ${now})
    where organization_id = ${organizationId} and connection_id = ${connectionId} and state <> 'failed' ${named}
    returning channel_id`.execute(tx)
  return [...new Set(rows.map(({ channel_id: id }) => id))]
}

/** The same of an organization, whatever they are connected with. */
export async function markChangedLeads(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update slack_message set changes = changes + 1, next_try_at = coalesce(next_try_at, ${now})
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[]) and state <> 'failed'`.execute(tx)
}

export interface DueMessage {
  id: string
  leadId: string
  ts: string | null
  changes: number
  tries: number
}

/** What is to be sent to the channel now, what is new in the order it came before what has changed; at most `limit`. */
export async function selectDue(
  tx: Tx,
  { organizationId, connectionId, channelId }: Omit<ChannelPlace, 'projectId'>,
  { now, limit }: { now: Date; limit: number },
): Promise<DueMessage[]> {
  return tx
    .selectFrom('slack_message')
    .select(['id', 'lead_id as leadId', 'ts', 'changes', 'tries'])
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('channel_id', '=', channelId)
    .where('next_try_at', '<=', now)
    .orderBy(sql`ts is not null`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The channels that something is due for, over all organizations: in the scheduler's scope. */
export async function selectDueChannels(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ organizationId: string; connectionId: string; channelId: string }[]> {
  const { rows } = await sql<{ organizationId: string; connectionId: string; channelId: string }>`
    select organization_id as "organizationId", connection_id as "connectionId", channel_id as "channelId"
    from slack_message where next_try_at <= ${now}
    group by organization_id, connection_id, channel_id
    order by min(next_try_at), connection_id, channel_id limit ${limit}`.execute(tx)
  return rows
}

/** It was taken. What happened to its lead meanwhile is sent as well. */
export async function settleSent(
  tx: Tx,
  organizationId: string,
  { id, ts, changes, now }: { id: string; ts: string; changes: number; now: Date },
): Promise<void> {
  await sql`
    update slack_message set state = 'posted', ts = ${ts}, tries = 0, error = null,
      next_try_at = case when changes = ${changes} then null else ${now}::timestamptz end
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** It was not, and is tried again at `nextTryAt`, or never where that is null. */
export async function settleFailed(
  tx: Tx,
  organizationId: string,
  { id, error, nextTryAt }: { id: string; error: string; nextTryAt: Date | null },
): Promise<void> {
  await sql`
    update slack_message set tries = tries + 1, error = ${error}, next_try_at = ${nextTryAt}::timestamptz,
      state = case when ${nextTryAt}::timestamptz is null and state = 'waiting' then 'failed' else state end
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Gives up whatever waits for the connection. */
export async function failWaiting(tx: Tx, organizationId: string, connectionId: string, error: string): Promise<void> {
  await sql`
    update slack_message set error = ${error}, next_try_at = null,
      state = case when state = 'waiting' then 'failed' else state end
    where organization_id = ${organizationId} and connection_id = ${connectionId} and next_try_at is not null`.execute(
    tx,
  )
}

/** How much is still to be posted. */
export async function countWaiting(tx: Tx, organizationId: string, connectionId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from slack_message
    where organization_id = ${organizationId} and connection_id = ${connectionId} and state = 'waiting'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** The message, whoever's it is: in the scope of Slack. */
export function findAnyMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  return tx.selectFrom('slack_message').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Forgets messages that are older, at most `limit`, over all organizations: in the scheduler's scope. Answers how many. */
export async function deleteMessagesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from slack_message where id in (
      select id from slack_message where created_at < ${before} order by created_at, id limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
