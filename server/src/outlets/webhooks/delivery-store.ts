import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'webhook_delivery.state': 'waiting' | 'delivered' | 'failed'
  }
}

export interface NewDelivery {
  id: string
  projectId: string
  webhookId: string
  messageId: string
}

/** One parameter per column, however many rows there are. */
export async function insertDeliveries(
  tx: Tx,
  organizationId: string,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into webhook_delivery (id, organization_id, project_id, webhook_id, message_id, state, tries, next_try_at, created_at)
    select id, ${organizationId}::uuid, project_id, webhook_id, message_id, 'waiting', 0, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ projectId }) => projectId)}::uuid[],
      ${deliveries.map(({ webhookId }) => webhookId)}::uuid[], ${deliveries.map(({ messageId }) => messageId)}::uuid[]
    ) as fresh (id, project_id, webhook_id, message_id)`.execute(tx)
}

export interface DueDelivery {
  id: string
  messageId: string
  tries: number
  createdAt: Date
}

/** At most `limit` deliveries to send to the webhook now, longest due first. */
export async function selectDue(
  tx: Tx,
  organizationId: string,
  { webhookId, now, limit }: { webhookId: string; now: Date; limit: number },
): Promise<DueDelivery[]> {
  return tx
    .selectFrom('webhook_delivery')
    .select(['id', 'message_id as messageId', 'tries', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The webhooks with something due, over all organizations: in the scheduler's scope. */
export async function selectDueWebhooks(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ organizationId: string; webhookId: string }[]> {
  const { rows } = await sql<{ organizationId: string; webhookId: string }>`
    select organization_id as "organizationId", webhook_id as "webhookId" from webhook_delivery
    where state = 'waiting' and next_try_at <= ${now}
    group by organization_id, webhook_id order by min(next_try_at), webhook_id limit ${limit}`.execute(tx)
  return rows
}

export interface Try {
  id: string
  projectId: string
  deliveryId: string
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  answer: string | null
}

export async function insertTry(tx: Tx, organizationId: string, one: Try): Promise<void> {
  await tx
    .insertInto('webhook_try')
    .values({
      id: one.id,
      organization_id: organizationId,
      project_id: one.projectId,
      delivery_id: one.deliveryId,
      tried_at: one.at,
      duration_ms: one.durationMs,
      status: one.status,
      error: one.error,
      answer: one.answer,
    })
    .execute()
}

/** Records an attempt at a waiting delivery; false where it no longer waits. */
export async function settleTry(
  tx: Tx,
  organizationId: string,
  id: string,
  { state, nextTryAt }: { state: Row<'webhook_delivery'>['state']; nextTryAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set state = ${state}, next_try_at = ${nextTryAt}, tries = tries + 1
    where organization_id = ${organizationId} and id = ${id} and state = 'waiting' returning id`.execute(tx)
  return rows.length > 0
}

/** Gives up all deliveries that wait for the webhook. */
export async function failWaiting(tx: Tx, organizationId: string, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', next_try_at: null })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many deliveries wait for each of the webhooks. */
export async function countWaiting(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ webhook_id: string; waiting: number }>`
    select webhook_id, count(*)::int as waiting from webhook_delivery
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'waiting'
    group by webhook_id`.execute(tx)
  return new Map(rows.map(({ webhook_id, waiting }) => [webhook_id, waiting]))
}
