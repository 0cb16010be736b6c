import type { WebhookDelivery } from '@leadlight/contract/webhooks'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findDelivery } from './delivery-list.ts'
import { insertDeliveries } from './delivery-store.ts'
import { deliverJob } from './jobs.ts'
import { presentDelivery } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import type { WebhookIds } from './webhook-store.ts'

/** The stored outcome of a replay under a key: only its id, since a message's text would outlive the message. */
const REPLAY = z.object({ id: z.uuid() })

/**
 * Sends a message again, as a new delivery under the same message id, so that a receiver can recognise it. Repeated
 * with the same key within a day, it sends nothing more and answers that delivery's present state.
 */
export function replayDelivery(
  { db, clock, newId, jobs }: WebhookDependencies,
  actor: Actor,
  { deliveryId, idempotencyKey: key, ...ids }: WebhookIds & { deliveryId: string; idempotencyKey?: string | undefined },
): Promise<WebhookDelivery> {
  const { organizationId } = actor
  const { projectId } = ids
  const now = clock.now()
  const call = callUnderKey(actor, {
    key,
    projectId,
    asked: ['replayDelivery', projectId, ids.id, deliveryId],
    at: now,
  })
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const webhook = await requireWebhook(tx, actor, ids)
    const webhookId = webhook.id
    const again = await doOnce(tx, { call, shape: REPLAY }, async () => {
      const delivery = await requireDelivery(tx, organizationId, { webhookId, id: deliveryId })
      if (delivery.is_erased) {
        const detail = 'The post was deleted at its source, so its words are not sent any more.'
        throw new AppError('conflict', 'message_erased', detail)
      }
      if (!webhook.is_on) throw new AppError('conflict', 'webhook_off', 'This webhook is off. Turn it on first.')
      const id = newId()
      await insertDeliveries(tx, organizationId, [{ id, projectId, webhookId, messageId: delivery.message_id }], now)
      await jobs.enqueue(tx, deliverJob, { organizationId, webhookId }, { key: webhookId })
      return { id }
    })
    return presentDelivery(await requireDelivery(tx, organizationId, { webhookId, id: again.id }))
  })
}

async function requireDelivery(tx: Tx, organizationId: string, ids: { webhookId: string; id: string }) {
  const delivery = await findDelivery(tx, organizationId, ids)
  if (!delivery) throw new AppError('not_found', 'delivery_not_found', 'That delivery does not exist.')
  return delivery
}
