import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { SentEvent } from './compose-body.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'webhook_message.event': SentEvent
  }
}

export type MessageRow = Row<'webhook_message'>

export interface NewMessage {
  id: string
  projectId: string
  event: SentEvent
  /** The event it is composed from. */
  happened: object
  at: Date
  leadId: string | null
}

/** One parameter per column, however many rows there are. */
export async function insertMessages(tx: Tx, organizationId: string, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into webhook_message (id, organization_id, project_id, event, happened, happened_at, lead_id, body, is_erased)
    select id, ${organizationId}::uuid, project_id, event, happened::jsonb, happened_at, lead_id, null, false
    from unnest(
      ${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ projectId }) => projectId)}::uuid[],
      ${messages.map(({ event }) => event)}::text[], ${messages.map(({ happened }) => JSON.stringify(happened))}::text[],
      ${messages.map(({ at }) => at)}::timestamptz[], ${messages.map(({ leadId }) => leadId)}::uuid[]
    ) as fresh (id, project_id, event, happened, happened_at, lead_id)`.execute(tx)
}

/** Which webhooks were told of these leads as new ones, or are about to be, by lead. */
export async function selectSentLeads(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (leadIds.length === 0) return new Map()
  const { rows } = await sql<{ leadId: string; webhookIds: string[] }>`
    select message.lead_id as "leadId", array_agg(delivery.webhook_id) as "webhookIds"
    from webhook_message message join webhook_delivery delivery
      on delivery.organization_id = message.organization_id and delivery.message_id = message.id
    where message.organization_id = ${organizationId} and message.lead_id = any(${leadIds}::uuid[])
      and message.event = 'lead.created'
    group by message.lead_id order by message.lead_id`.execute(tx)
  return new Map(rows.map(({ leadId, webhookIds }) => [leadId, new Set(webhookIds)]))
}

export function findMessage(tx: Tx, organizationId: string, id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('webhook_message')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores what is sent; the first writer wins. Resolves with what is stored. */
export async function keepBody(tx: Tx, organizationId: string, id: string, body: string): Promise<string | null> {
  const { rows } = await sql<{ body: string | null }>`
    update webhook_message set body = case when is_erased then null else coalesce(body, ${body}) end
    where organization_id = ${organizationId} and id = ${id} returning body`.execute(tx)
  return rows[0]?.body ?? null
}
