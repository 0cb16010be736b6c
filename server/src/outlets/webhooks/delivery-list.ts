import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { SentEvent } from './compose-body.ts'

export interface ListedTry {
  at: string
  duration_ms: number
  status: number | null
  error: string | null
  answer: string | null
}

export interface ListedDelivery {
  id: string
  message_id: string
  event: SentEvent
  state: 'waiting' | 'delivered' | 'failed'
  body: string | null
  created_at: Date
  next_try_at: Date | null
  tries: ListedTry[]
}

export interface DeliveryListing {
  webhookId: string
  state: ListedDelivery['state'] | undefined
}

const columnsOf = (
  organizationId: string,
) => sql`delivery.id, delivery.message_id, message.event, delivery.state, message.body, delivery.created_at,
  delivery.next_try_at, coalesce((
    select jsonb_agg(jsonb_build_object('at', to_char(tried_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'duration_ms', duration_ms, 'status', status, 'error', error, 'answer', answer) order by tried_at desc, id desc)
    from webhook_try
    where webhook_try.organization_id = ${organizationId} and webhook_try.delivery_id = delivery.id
  ), '[]') as tries`

/** Deliveries of a webhook, newest first, at most `limit`. */
export async function selectDeliveries(
  tx: Tx,
  organizationId: string,
  listing: DeliveryListing & { after: { at: Date; id: string } | undefined; limit: number },
): Promise<ListedDelivery[]> {
  const { after, limit } = listing
  const page = after ? sql`and (delivery.created_at, delivery.id) < (${after.at}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ListedDelivery>`
    select ${columnsOf(organizationId)} from webhook_delivery delivery join webhook_message message
      on message.organization_id = ${organizationId} and message.id = delivery.message_id
    where ${conditionOf(organizationId, listing)} ${page}
    order by delivery.created_at desc, delivery.id desc limit ${limit}`.execute(tx)
  return rows
}

/** How many there are, counted up to `max`. */
export async function countDeliveries(
  tx: Tx,
  organizationId: string,
  listing: DeliveryListing,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_delivery delivery where ${conditionOf(organizationId, listing)} limit ${max}) as counted`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function findDelivery(
  tx: Tx,
  organizationId: string,
  ids: { webhookId: string; id: string },
): Promise<(ListedDelivery & { is_erased: boolean }) | undefined> {
  const { rows } = await sql<ListedDelivery & { is_erased: boolean }>`
    select ${columnsOf(organizationId)}, message.is_erased from webhook_delivery delivery join webhook_message message
      on message.organization_id = ${organizationId} and message.id = delivery.message_id
    where delivery.organization_id = ${organizationId} and delivery.webhook_id = ${ids.webhookId}
      and delivery.id = ${ids.id}`.execute(tx)
  return rows[0]
}

/**
 * Deletes at most `limit` deliveries made before `before` that no longer wait; resolves with how many. Over all
 * organizations.
 */
export async function deleteDeliveriesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ message_id: string }>`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where created_at < ${before} and state <> 'waiting' order by created_at limit ${limit})
    returning message_id`.execute(tx)
  const ids = [...new Set(rows.map(({ message_id }) => message_id))]
  await sql`
    delete from webhook_message message where id = any(${ids}::uuid[])
      and not exists (select from webhook_delivery where message_id = message.id)`.execute(tx)
  return rows.length
}

function conditionOf(organizationId: string, { webhookId, state }: DeliveryListing): RawBuilder<unknown> {
  const inState = state === undefined ? sql`` : sql`and delivery.state = ${state}`
  return sql`delivery.organization_id = ${organizationId} and delivery.webhook_id = ${webhookId} ${inState}`
}
