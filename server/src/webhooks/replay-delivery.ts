import type { WebhookDelivery } from '@leadlight/contract/webhooks'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { organizationScope } from '../platform/scopes.ts'
import { findDelivery } from './delivery-list.ts'
import { insertDeliveries } from './delivery-store.ts'
import { deliverJob } from './jobs.ts'
import { presentDelivery } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import type { WebhookPlace } from './webhook-store.ts'

/** Sends a message again, as a new delivery under the same message id, so that a receiver that has it already can tell. */
export function replayDelivery(
  { db, clock, newId, jobs }: WebhookDependencies,
  actor: Actor,
  { deliveryId, ...place }: WebhookPlace & { deliveryId: string },
): Promise<WebhookDelivery> {
  const { organizationId } = actor
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const webhook = await requireWebhook(tx, actor, place)
    const delivery = await findDelivery(tx, organizationId, { webhookId: webhook.id, id: deliveryId })
    if (!delivery) throw new AppError('not_found', 'delivery_not_found', 'That delivery does not exist.')
    if (delivery.is_erased) {
      const detail = 'The post was deleted at its source, so its words are not sent any more.'
      throw new AppError('conflict', 'message_erased', detail)
    }
    if (!webhook.is_on) throw new AppError('conflict', 'webhook_off', 'This webhook is off. Turn it on first.')
    const again = {
      id: newId(),
      projectId: place.projectId,
      webhookId: webhook.id,
      messageId: delivery.message_id,
    }
    await insertDeliveries(tx, organizationId, [again], now)
    await jobs.enqueue(tx, deliverJob, { organizationId, webhookId: webhook.id }, { key: webhook.id })
    return presentDelivery({
      ...delivery,
      id: again.id,
      state: 'waiting',
      created_at: now,
      next_try_at: now,
      tries: [],
    })
  })
}
