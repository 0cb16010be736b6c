import { restOf, waitBeforeNextTry } from '@leadlight/domain/webhooks'
import type { Tx } from '../../platform/db.ts'
import { fraction } from '../../platform/random.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { composeMessage } from './compose-message.ts'
import { failWaiting, insertTry, selectDue, settleTry, type DueDelivery } from './delivery-store.ts'
import { mailOffJob } from './jobs.ts'
import { sendTry, type Sent } from './send-try.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { findWebhookById, lockWebhook, noteTaken, updateWebhookRow, type WebhookRow } from './webhook-store.ts'

/** For a receiver that answers well. A failing one is sent one at a time. */
const AT_ONCE = 8
/** How long a webhook sends before it makes room for others. */
const TURN_MS = 20_000

interface WebhookIds {
  organizationId: string
  webhookId: string
}

/**
 * Sends what is due to a webhook, oldest first, until nothing is left or its turn is over; then resolves with `again`.
 * A failed delivery is retried on a schedule, ten times in three days. A webhook without a success since is then turned
 * off, and so is one whose receiver says it is gone.
 */
export async function deliverDue(
  deps: WebhookDependencies,
  { organizationId, webhookId }: WebhookIds,
  signals: { signal: AbortSignal; leaving: AbortSignal },
): Promise<'again' | void> {
  const startedMs = performance.now()
  while (!signals.leaving.aborted && performance.now() - startedMs < TURN_MS) {
    const found = await findDue(deps, { organizationId, webhookId })
    if (!found || found.due.length === 0) return
    await Promise.all(found.due.map((delivery) => deliver(deps, found.webhook, delivery, signals.signal)))
  }
  return 'again'
}

async function findDue(
  { db, clock }: WebhookDependencies,
  { organizationId, webhookId }: WebhookIds,
): Promise<{ webhook: WebhookRow; due: DueDelivery[] } | undefined> {
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const webhook = await findWebhookById(tx, organizationId, webhookId)
    if (!webhook?.is_on || (webhook.resting_until && webhook.resting_until > now)) return undefined
    const limit = webhook.failing_since === null ? AT_ONCE : 1
    return { webhook, due: await selectDue(tx, organizationId, { webhookId, now, limit }) }
  })
}

async function deliver(
  deps: WebhookDependencies,
  webhook: WebhookRow,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { organization_id: organizationId } = webhook
  const scope = organizationScope(organizationId)
  const { publicUrl } = deps.config
  const body = await deps.db.transaction(scope, (tx) =>
    composeMessage(tx, { publicUrl, organizationId }, delivery.messageId),
  )
  if (body === null) {
    await deps.db.transaction(scope, (tx) =>
      settleTry(tx, organizationId, delivery.id, { state: 'failed', nextTryAt: null }),
    )
    return
  }
  const sent = await sendTry(deps, webhook, { messageId: delivery.messageId, body, signal })
  await deps.db.transaction(scope, (tx) => settle(tx, deps, webhook, { delivery, sent }))
}

/** Records an attempt, and what follows from it for the delivery and the webhook. */
async function settle(
  tx: Tx,
  deps: WebhookDependencies,
  { id, organization_id: organizationId, project_id: projectId }: WebhookRow,
  { delivery, sent }: { delivery: DueDelivery; sent: Sent },
): Promise<void> {
  const now = deps.clock.now()
  // Locked before its deliveries, in the same order as where it is turned off.
  const webhook = await lockWebhook(tx, organizationId, id)
  if (!webhook) return
  const waitMs = waitBeforeNextTry(delivery.tries + 1, fraction(deps.random), sent.restMs)
  const isOver = sent.isTaken || sent.isGone || waitMs === null
  const counted = await settleTry(tx, organizationId, delivery.id, {
    state: sent.isTaken ? 'delivered' : isOver ? 'failed' : 'waiting',
    nextTryAt: isOver ? null : new Date(now.getTime() + waitMs),
  })
  // Sent twice by two workers, or given up meanwhile.
  if (!counted) return
  const { at, durationMs, status, error, answer } = sent
  const tried = { id: deps.newId(), projectId, deliveryId: delivery.id, at, durationMs, status, error, answer }
  await insertTry(tx, organizationId, tried)
  if (sent.isTaken) {
    await noteTaken(tx, organizationId, id, now)
    return
  }
  const resting = sent.restMs === null ? {} : { resting_until: new Date(now.getTime() + restOf(sent.restMs)) }
  await updateWebhookRow(tx, organizationId, id, { failing_since: webhook.failing_since ?? now, ...resting })
  const hasWorkedSince = webhook.last_delivered_at !== null && webhook.last_delivered_at > delivery.createdAt
  if (sent.isGone) await turnOff(tx, deps, webhook, 'The receiver said that it is gone for good (410).')
  else if (isOver && !hasWorkedSince) await turnOff(tx, deps, webhook, `Nothing was delivered for three days. ${error}`)
}

/** Turns a webhook off, gives up what waits for it, and has its creator mailed. */
async function turnOff(tx: Tx, deps: WebhookDependencies, webhook: WebhookRow, because: string): Promise<void> {
  const { id, organization_id: organizationId } = webhook
  if (!webhook.is_on) return
  await updateWebhookRow(tx, organizationId, id, { is_on: false, off_because: because })
  await failWaiting(tx, organizationId, id)
  await deps.jobs.enqueue(tx, mailOffJob, { organizationId, webhookId: id }, { key: id })
}
