import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import { inOrganization } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

const EVENTS = ['lead.created']

export interface BuiltWebhook {
  webhookId: string
  deliveryId: string
}

/**
 * A webhook made bypassing its slice, without a receiver, with a message that was tried once; `word` is in its texts.
 */
export async function buildWebhook(
  app: TestApp,
  ids: ProjectIds,
  { word = 'hook', createdBy = null }: { word?: string; createdBy?: string | null } = {},
): Promise<BuiltWebhook> {
  const { organizationId, projectId } = ids
  const { newId, matching } = app.dependencies
  const now = app.clock.now()
  const [webhookId, messageId, deliveryId] = [newId(), newId(), newId()]
  const secret = matching.vault.seal(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, `webhook:${webhookId}`)
  await inOrganization(app, ids, async (tx) => {
    await sql`
      insert into outbox_reader (organization_id, project_id, read_to) values (${organizationId}, ${projectId}, 0)
      on conflict do nothing`.execute(tx)
    await sql`
      insert into webhook (id, organization_id, project_id, url, name, events, signal_ids, secret, secret_hint, created_by, created_at)
      values (${webhookId}, ${organizationId}, ${projectId}, 'https://hooks.invalid/', ${word}, ${EVENTS}, '{}', ${secret},
        '…AQEB', ${createdBy}, ${now})`.execute(tx)
    await sql`
      insert into webhook_message (id, organization_id, project_id, event, happened, happened_at, body)
      values (${messageId}, ${organizationId}, ${projectId}, 'lead.created', '{}', ${now}, ${`{"type":"${word}"}`})`.execute(
      tx,
    )
    await sql`
      insert into webhook_delivery (id, organization_id, project_id, webhook_id, message_id, state, tries, created_at)
      values (${deliveryId}, ${organizationId}, ${projectId}, ${webhookId}, ${messageId}, 'failed', 1, ${now})`.execute(
      tx,
    )
    await sql`
      insert into webhook_try (id, organization_id, project_id, delivery_id, tried_at, duration_ms, error)
      values (${newId()}, ${organizationId}, ${projectId}, ${deliveryId}, ${now}, 5, ${word})`.execute(tx)
  })
  return { webhookId, deliveryId }
}
