import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { SentEvent } from './compose-body.ts'

interface WebhookMessageTable {
  id: string
  organization_id: string
  project_id: string
  event: SentEvent
  happened: unknown
  happened_at: Date
  lead_id: string | null
  body: string | null
  is_erased: boolean
}

declare module '../../platform/db.ts' {
  interface Tables {
    webhook_message: WebhookMessageTable
  }
}

export type MessageRow = WebhookMessageTable

export interface NewMessage {
  id: string
  projectId: string
  event: SentEvent
  /** What it is composed from. */
  happened: object
  at: Date
  leadId: string | null
}

/** In one parameter a column, however many they are. */
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

export function findMessage(tx: Tx, organizationId: string, id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('webhook_message')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Keeps what is sent; whoever was first is kept. Answers what stands. */
export async function keepBody(tx: Tx, organizationId: string, id: string, body: string): Promise<string | null> {
  const { rows } = await sql<{ body: string | null }>`
    update webhook_message set body = case when is_erased then null else coalesce(body, ${body}) end
    where organization_id = ${organizationId} and id = ${id} returning body`.execute(tx)
  return rows[0]?.body ?? null
}

/** Takes away what was sent of these leads, and what receivers answered to it, which may repeat it. What waits is not sent. */
export async function eraseMessagesOf(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    with erased as (
      update webhook_message set body = null, is_erased = true
      where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[]) returning id
    ), deliveries as (
      update webhook_delivery set state = case when state = 'waiting' then 'failed' else state end, next_try_at = null
      where organization_id = ${organizationId} and message_id in (select id from erased) returning id
    )
    update webhook_try set answer = null
    where organization_id = ${organizationId} and delivery_id in (select id from deliveries)`.execute(tx)
}
