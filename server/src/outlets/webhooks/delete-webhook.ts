import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireWebhook } from './require-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { deleteWebhookRow, type WebhookIds } from './webhook-store.ts'

/** Deletes a webhook with all its sent and waiting messages. */
export async function deleteWebhook(deps: WebhookDependencies, actor: Actor, ids: WebhookIds): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const { id, name } = await requireWebhook(tx, actor, ids)
    nameTarget({ name })
    await deleteWebhookRow(tx, actor.organizationId, id)
  })
}
