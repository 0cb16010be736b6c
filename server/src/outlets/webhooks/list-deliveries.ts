import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { listWebhookDeliveries } from '@leadlight/contract/webhooks'
import type { Actor } from '../../platform/actor.ts'
import { readListCursor, totalOf, writeListCursor } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { countDeliveries, selectDeliveries, type ListedDelivery } from './delivery-list.ts'
import { presentDelivery } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import type { WebhookIds } from './webhook-store.ts'

const COUNTED_MAX = 10_000
const PER_PAGE = 50

interface Asked extends WebhookIds {
  state?: ListedDelivery['state'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A webhook's deliveries and their outcomes, newest first. Pages after the first go on from a cursor. */
export function listDeliveries(
  { db }: Pick<WebhookDependencies, 'db'>,
  actor: Actor,
  { state, limit = PER_PAGE, cursor: text, ...ids }: Asked,
): Promise<ReplyOf<typeof listWebhookDeliveries>> {
  const { organizationId } = actor
  const list = ['webhook deliveries', organizationId, ids.id, state ?? null]
  const cursor = text === undefined ? undefined : readListCursor(list, text)
  const after = cursor && { at: new Date(cursor.after.value), id: cursor.after.id }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: webhookId } = await requireWebhook(tx, actor, ids)
    const rows = await selectDeliveries(tx, organizationId, { webhookId, state, after, limit: limit + 1 })
    const counted = () => countDeliveries(tx, organizationId, { webhookId, state }, COUNTED_MAX + 1)
    const { total, totalCapped } = cursor ?? totalOf(await counted(), COUNTED_MAX)
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    const next = last && { total, totalCapped, after: { value: last.created_at.getTime(), id: last.id } }
    return {
      items: items.map(presentDelivery),
      total,
      total_capped: totalCapped,
      next_cursor: next ? writeListCursor(list, next) : null,
    }
  })
}
