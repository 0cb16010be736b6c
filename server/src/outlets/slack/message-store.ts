import { sql, type JSONColumnType, type RawBuilder } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { SlackChannelIds } from './channel-store.ts'

/** How many leads entered each status, by its id. */
export type EnteredCounts = Record<string, number>

/** New leads that came too fast to be told one by one. */
export interface FoundAtOnce {
  found: number
  /** Their ids, the first `SLACK_COUNTED_MAX`; older messages have none. */
  ids?: string[]
  /** The best of them, best first. */
  best: { id: string; score: number }[]
  /** The signals they match. */
  signalIds: string[]
  /** When the last of them came, as ISO 8601. */
  last: string
}

export function isFoundAtOnce(entered: EnteredCounts | FoundAtOnce): entered is FoundAtOnce {
  return Array.isArray(entered['best'])
}

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'slack_message.entered': JSONColumnType<EnteredCounts | FoundAtOnce> | null
    'slack_message.state': 'waiting' | 'posted' | 'failed' | 'dropped'
  }
}

export type MessageRow = Row<'slack_message'>

export interface NewMessage {
  id: string
  channelId: string
  /** Null for a message that sums leads up: how many entered a status, or new ones. */
  leadId: string | null
  entered: EnteredCounts | FoundAtOnce | null
}

export type PlannedMessage = Omit<NewMessage, 'id'>

/**
 * Queues messages. A lead the channel has already been told of is left out; one whose message failed or was dropped
 * unsent is queued again.
 */
export async function insertMessages(
  tx: Tx,
  { organizationId, projectId, connectionId }: Omit<SlackChannelIds, 'channelId'>,
  messages: readonly NewMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  await tx
    .insertInto('slack_message')
    .values(
      messages.map(({ id, channelId, leadId, entered }) => ({
        id,
        organization_id: organizationId,
        project_id: projectId,
        connection_id: connectionId,
        channel_id: channelId,
        lead_id: leadId,
        entered: entered && JSON.stringify(entered),
        state: 'waiting' as const,
        ts: null,
        shown: null,
        changes: 0,
        tries: 0,
        next_try_at: now,
        error: null,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'connection_id', 'channel_id', 'lead_id'])
        .doUpdateSet({ state: 'waiting', next_try_at: now, tries: 0, error: null, created_at: now })
        .where('slack_message.ts', 'is', null)
        .where('slack_message.state', 'in', ['failed', 'dropped']),
    )
    .execute()
}

/** Which of these leads each channel has been told of, or is about to be. */
export async function selectSentMessages(
  tx: Tx,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  leadIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ channelId: string; leadIds: string[] }>`
    select channel_id as "channelId", array_agg(lead_id) as "leadIds" from slack_message
    where organization_id = ${organizationId} and connection_id = ${connectionId} and lead_id = any(${leadIds}::uuid[])
      and (ts is not null or state = 'waiting')
    group by channel_id order by channel_id`.execute(tx)
  return new Map(rows.map(({ channelId, leadIds: ids }) => [channelId, new Set(ids)]))
}

/** What a channel was recently told of new leads. */
export interface RecentMessage {
  /** How many messages of one lead were queued since `singlesFrom`. */
  singles: number
  /** The newest message since `gatheringFrom` that combines new leads and can still be changed. */
  gathering: { id: string; together: FoundAtOnce } | null
}

/** What the connection's channels were recently told, by channel id. */
export async function selectRecentMessages(
  tx: Tx,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  { singlesFrom, gatheringFrom }: { singlesFrom: Date; gatheringFrom: Date },
): Promise<Map<string, RecentMessage>> {
  const { rows } = await sql<RecentMessage & { channelId: string }>`
    select channel_id as "channelId",
      (count(*) filter (where lead_id is not null and created_at > ${singlesFrom}))::int as singles,
      (array_agg(jsonb_build_object('id', id, 'together', entered) order by created_at desc, id desc)
        filter (where entered ? 'best' and state in ('waiting', 'posted')))[1] as gathering
    from slack_message
    where organization_id = ${organizationId} and connection_id = ${connectionId} and created_at > ${gatheringFrom}
    group by channel_id order by channel_id`.execute(tx)
  return new Map(rows.map(({ channelId, ...lately }) => [channelId, lately]))
}

/** Adds leads to a combined message. */
export async function growMessage(
  tx: Tx,
  organizationId: string,
  { id, together, now }: { id: string; together: FoundAtOnce; now: Date },
): Promise<void> {
  await sql`
    update slack_message set entered = ${JSON.stringify(together)}::jsonb, changes = changes + 1,
      next_try_at = coalesce(next_try_at, ${now})
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/**
 * Marks the messages about these leads as changed, or about all leads where none is named. A message dropped with its
 * lead is checked again. Resolves with their channels.
 */
export async function markChanged(
  tx: Tx,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  leadIds: readonly string[] | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ channel_id: string }>`
    update slack_message set changes = changes + 1, next_try_at = coalesce(next_try_at, ${now}),
      state = case when state = 'dropped' then 'waiting' else state end
    where organization_id = ${organizationId} and connection_id = ${connectionId} and ${showsAny(leadIds)}
      and state <> 'failed'
    returning channel_id`.execute(tx)
  return [...new Set(rows.map(({ channel_id: id }) => id))]
}

/** As `markChanged`, for a whole organization, whatever the connection. */
export async function markChangedLeads(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update slack_message set changes = changes + 1, next_try_at = coalesce(next_try_at, ${now})
    where organization_id = ${organizationId} and ${showsAny(leadIds)} and state in ('waiting', 'posted')`.execute(tx)
}

/**
 * Messages that show one of these leads, or any where none is named: its own message, or one that lists it among the
 * best.
 */
function showsAny(leadIds: readonly string[] | null): RawBuilder<boolean> {
  if (leadIds === null) return sql`(lead_id is not null or entered ? 'best')`
  return sql`(lead_id = any(${leadIds}::uuid[]) or lead_id is null and exists (
    select from jsonb_array_elements(entered -> 'best') as best where best ->> 'id' = any(${leadIds}::text[])))`
}

export interface DueMessage {
  id: string
  leadId: string | null
  entered: EnteredCounts | FoundAtOnce | null
  ts: string | null
  /** A fingerprint of what Slack was sent last. */
  shown: Uint8Array | null
  changes: number
  tries: number
}

/** At most `limit` messages to send to the channel now: new ones first, in order, then changed ones. */
export async function selectDue(
  tx: Tx,
  { organizationId, connectionId, channelId }: Omit<SlackChannelIds, 'projectId'>,
  { now, limit }: { now: Date; limit: number },
): Promise<DueMessage[]> {
  return tx
    .selectFrom('slack_message')
    .select(['id', 'lead_id as leadId', 'entered', 'ts', 'shown', 'changes', 'tries'])
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

/** The channels with something due, over all organizations: in the scheduler's scope. */
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

/** Records that Slack accepted it. A change of its lead meanwhile is sent as well. */
export async function settleSent(
  tx: Tx,
  organizationId: string,
  { id, ts, shown, changes, now }: { id: string; ts: string; shown: Uint8Array; changes: number; now: Date },
): Promise<void> {
  await sql`
    update slack_message set state = 'posted', ts = ${ts}, shown = ${shown}, tries = 0, error = null,
      next_try_at = case when changes = ${changes} then null else ${now}::timestamptz end
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Records that there is nothing left worth posting. */
export async function settleDropped(tx: Tx, organizationId: string, id: string): Promise<void> {
  await sql`
    update slack_message set state = 'dropped', next_try_at = null
    where organization_id = ${organizationId} and id = ${id} and ts is null`.execute(tx)
}

/** Records that the message was deleted in Slack and cannot be changed any more. */
export async function settleDeleted(
  tx: Tx,
  organizationId: string,
  { id, error }: { id: string; error: string },
): Promise<void> {
  await sql`
    update slack_message set state = 'failed', error = ${error}, next_try_at = null
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/**
 * Marks every posted message to be checked again; with a channel, only the channel's messages whose change was given
 * up.
 */
export async function resumeUpdates(
  tx: Tx,
  { organizationId, connectionId, channelId }: { organizationId: string; connectionId: string; channelId?: string },
  now: Date,
): Promise<void> {
  const there = channelId === undefined ? sql`` : sql`and channel_id = ${channelId} and error is not null`
  await sql`
    update slack_message set changes = changes + 1, tries = 0, next_try_at = coalesce(next_try_at, ${now})
    where organization_id = ${organizationId} and connection_id = ${connectionId} and state = 'posted'
      and ${showsAny(null)} ${there}`.execute(tx)
}

/** Records that sending failed, with a retry at `nextTryAt`, or none where that is null. */
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

/** Gives up all messages that wait for the connection. */
export async function failWaiting(tx: Tx, organizationId: string, connectionId: string, error: string): Promise<void> {
  await sql`
    update slack_message set error = ${error}, next_try_at = null,
      state = case when state = 'waiting' then 'failed' else state end
    where organization_id = ${organizationId} and connection_id = ${connectionId} and next_try_at is not null`.execute(
    tx,
  )
}

/** How many messages are still to be posted. */
export async function countWaiting(tx: Tx, organizationId: string, connectionId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from slack_message
    where organization_id = ${organizationId} and connection_id = ${connectionId} and state = 'waiting'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** The message, whichever organization's it is: in the scope of Slack. */
export function findAnyMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  return tx.selectFrom('slack_message').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes at most `limit` older messages, over all organizations: in the scheduler's scope. Resolves with how many. */
export async function deleteMessagesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from slack_message where id in (
      select id from slack_message where created_at < ${before} order by created_at, id limit ${limit})
    returning id`.execute(tx)
  return rows.length
}
