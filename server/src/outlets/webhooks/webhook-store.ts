import type { WebhookEvent } from '@leadlight/domain/webhooks'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'webhook.events': WebhookEvent[]
  }
}

export type WebhookRow = Row<'webhook'>

export interface WebhookIds {
  projectId: string
  id: string
}

/** The columns that somebody can change. */
export type WebhookChange = Partial<
  Pick<
    Row<'webhook'>,
    | 'url'
    | 'name'
    | 'events'
    | 'signal_ids'
    | 'minimum_score'
    | 'is_on'
    | 'off_because'
    | 'secret'
    | 'secret_hint'
    | 'old_secret'
    | 'old_secret_until'
    | 'last_delivered_at'
    | 'failing_since'
    | 'resting_until'
  >
>

/** The project's webhooks, oldest first. */
export function selectWebhooks(tx: Tx, organizationId: string, projectId: string): Promise<WebhookRow[]> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findWebhook(tx: Tx, organizationId: string, ids: WebhookIds): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('id', '=', ids.id)
    .executeTakeFirst()
}

/** As `findWebhook`, by its id alone, for a job. */
export function findWebhookById(tx: Tx, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** As `findWebhook`, locked until the transaction ends. */
export function lockWebhook(tx: Tx, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhook').values(row).execute()
}

export async function updateWebhookRow(
  tx: Tx,
  organizationId: string,
  id: string,
  change: WebhookChange,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Records a success of its receiver, which clears any failure. */
export async function noteTaken(tx: Tx, organizationId: string, id: string, at: Date): Promise<void> {
  await updateWebhookRow(tx, organizationId, id, { last_delivered_at: at, failing_since: null, resting_until: null })
}

/** Deletes it with its deliveries, and the messages that were for it alone. */
export async function deleteWebhookRow(tx: Tx, organizationId: string, id: string): Promise<void> {
  await sql`
    delete from webhook_message message where organization_id = ${organizationId}
      and exists (select from webhook_delivery where organization_id = ${organizationId} and webhook_id = ${id} and message_id = message.id)
      and not exists (select from webhook_delivery where organization_id = ${organizationId} and webhook_id <> ${id} and message_id = message.id)`.execute(
    tx,
  )
  await tx.deleteFrom('webhook').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Deletes the project's webhooks, with all sent and waiting messages. */
export async function deleteWebhooksOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  for (const table of ['webhook', 'webhook_message'] as const) {
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('project_id', '=', projectId)
      .execute()
  }
}
