import type { WebhookWithSecret } from '@leadlight/contract/webhooks'
import { OLD_SECRET_MS } from '@leadlight/domain/webhooks'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { countWaiting } from './delivery-store.ts'
import { presentWebhook } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import { makeSecret } from './secrets.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { lockWebhook, updateWebhookRow, type WebhookIds } from './webhook-store.ts'

/** Makes a new secret and resolves with it. For a day the one before signs beside it; older ones no longer sign. */
export function rotateSecret(deps: WebhookDependencies, actor: Actor, ids: WebhookIds): Promise<WebhookWithSecret> {
  const { organizationId } = actor
  const now = deps.clock.now()
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    // Locked first: of two concurrent rotations, the later keeps the earlier's secret signing.
    await lockWebhook(tx, organizationId, ids.id)
    const before = await requireWebhook(tx, actor, ids)
    const made = makeSecret(deps, before.id)
    const change = {
      secret: made.sealed,
      secret_hint: made.hint,
      old_secret: before.secret,
      old_secret_until: new Date(now.getTime() + OLD_SECRET_MS),
    }
    await updateWebhookRow(tx, organizationId, before.id, change)
    const waiting = (await countWaiting(tx, organizationId, ids.projectId)).get(before.id) ?? 0
    return { ...presentWebhook({ ...before, ...change }, { waiting, now }), secret: made.secret }
  })
}
