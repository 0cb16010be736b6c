import { WebhookDelivery } from '@leadlight/contract/webhooks'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { once } from '../../platform/once.ts'
import { requireAttempt } from '../../platform/rate-limits.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { composeBody } from './compose-body.ts'
import { findDelivery } from './delivery-list.ts'
import { insertDeliveries, insertTry, settleTry } from './delivery-store.ts'
import { insertMessages, keepBody } from './message-store.ts'
import { presentDelivery } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import { sendTry } from './send-try.ts'
import type { WebhookCallDependencies } from './webhook-dependencies.ts'
import { noteTaken, type WebhookIds } from './webhook-store.ts'

const TESTS = { name: 'webhook-tests', max: 20, withinMs: 60 * 60_000 }

/**
 * Sends a test message now, once, also where the webhook is off, and resolves with the outcome. A success clears the
 * webhook's failures; a failure changes nothing. Repeated with the same key within a day, it sends nothing and answers
 * the first outcome.
 */
export function testWebhook(
  deps: WebhookCallDependencies,
  actor: Actor,
  { idempotencyKey: key, ...ids }: WebhookIds & { idempotencyKey?: string | undefined },
): Promise<WebhookDelivery> {
  const { projectId, id } = ids
  const admit = (tx: Tx) => requireWebhook(tx, actor, ids)
  const asked = { key, projectId, asked: ['testWebhook', projectId, id], shape: WebhookDelivery, admit }
  return once(deps, actor, asked, () => sendTest(deps, actor, ids))
}

async function sendTest(deps: WebhookCallDependencies, actor: Actor, ids: WebhookIds): Promise<WebhookDelivery> {
  const { organizationId } = actor
  const { projectId } = ids
  const scope = organizationScope(organizationId)
  const webhook = await deps.db.transaction(scope, (tx) => requireWebhook(tx, actor, ids))
  await requireAttempt(deps.rateLimits, [{ limit: TESTS, of: [organizationId] }])
  const at = deps.clock.now()
  const messageId = deps.newId()
  const data = { project_id: projectId, message: 'This is a test from Leadlight. Nothing has happened.' }
  const body = composeBody({ event: 'webhook.test', at, data })
  const sent = await sendTry(deps, webhook, { messageId, body })
  const delivery = { id: deps.newId(), projectId, webhookId: webhook.id, messageId }
  return deps.db.transaction(scope, async (tx) => {
    await requireWebhook(tx, actor, ids)
    // Locked before its deliveries, in the same order as where it is turned off.
    if (sent.isTaken) await noteTaken(tx, organizationId, webhook.id, at)
    const message = { id: messageId, projectId, event: 'webhook.test' as const, happened: {}, at, leadId: null }
    await insertMessages(tx, organizationId, [message])
    await keepBody(tx, organizationId, messageId, body)
    await insertDeliveries(tx, organizationId, [delivery], at)
    const state = sent.isTaken ? 'delivered' : 'failed'
    await settleTry(tx, organizationId, delivery.id, { state, nextTryAt: null })
    const { durationMs, status, error, answer } = sent
    const tried = { id: deps.newId(), projectId, deliveryId: delivery.id, at, durationMs, status, error, answer }
    await insertTry(tx, organizationId, tried)
    const kept = await findDelivery(tx, organizationId, { webhookId: webhook.id, id: delivery.id })
    if (!kept) throw new Error(`The delivery ${delivery.id} is out of sight.`)
    return presentDelivery(kept)
  })
}
