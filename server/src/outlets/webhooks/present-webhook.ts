import type { Webhook, WebhookDelivery } from '@leadlight/contract/webhooks'
import type { ListedDelivery } from './delivery-list.ts'
import type { WebhookRow } from './webhook-store.ts'

export function presentWebhook(row: WebhookRow, { waiting, now }: { waiting: number; now: Date }): Webhook {
  const isOldGood = row.old_secret_until !== null && row.old_secret_until > now
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    events: row.events,
    intent_signals: row.signal_ids,
    minimum_score: row.minimum_score,
    on: row.is_on,
    off_because: row.off_because,
    secret_hint: row.secret_hint,
    old_secret_until: isOldGood ? (row.old_secret_until?.toISOString() ?? null) : null,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    waiting,
    created_at: row.created_at.toISOString(),
  }
}

export function presentDelivery(delivery: ListedDelivery): WebhookDelivery {
  return {
    id: delivery.id,
    message_id: delivery.message_id,
    event: delivery.event,
    state: delivery.state,
    body: delivery.body,
    created_at: delivery.created_at.toISOString(),
    next_try_at: delivery.next_try_at?.toISOString() ?? null,
    tries: delivery.tries,
  }
}
