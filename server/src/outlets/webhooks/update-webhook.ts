import type { Webhook } from '@leadlight/contract/webhooks'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSignals } from '../../core/signals/require-signal.ts'
import { readAddress } from './check-fields.ts'
import { inOrder, type WebhookDraft } from './create-webhook.ts'
import { countWaiting, failWaiting } from './delivery-store.ts'
import { presentWebhook } from './present-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { updateWebhookRow, type WebhookChange, type WebhookIds } from './webhook-store.ts'

export type WebhookEdit = WebhookIds &
  Omit<WebhookDraft, 'projectId' | 'url'> & { url?: string | undefined; on?: boolean | undefined }

/**
 * Changes a webhook. Turned off, it is sent nothing and what waits is given up. Turned on, or pointed at another
 * address, it begins without its former failures.
 */
export function updateWebhook(deps: WebhookDependencies, actor: Actor, edit: WebhookEdit): Promise<Webhook> {
  const { organizationId } = actor
  const { projectId } = edit
  const url = edit.url === undefined ? undefined : readAddress(deps, edit.url)
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const before = await requireWebhook(tx, actor, edit)
    if (edit.intent_signals) await requireSignals(tx, organizationId, { projectId, ids: edit.intent_signals })
    const startsAnew = (edit.on === true && !before.is_on) || (url !== undefined && url !== before.url)
    const change: WebhookChange = {
      ...(url !== undefined && { url }),
      ...(edit.name !== undefined && { name: edit.name }),
      ...(edit.events && { events: inOrder(edit.events) }),
      ...(edit.intent_signals && { signal_ids: [...new Set(edit.intent_signals)] }),
      ...(edit.minimum_score !== undefined && { minimum_score: edit.minimum_score }),
      ...(edit.on !== undefined && { is_on: edit.on, off_because: null }),
      ...(startsAnew && { failing_since: null, resting_until: null }),
    }
    await updateWebhookRow(tx, organizationId, before.id, change)
    if (edit.on === false) await failWaiting(tx, organizationId, before.id)
    const waiting = (await countWaiting(tx, organizationId, projectId)).get(before.id) ?? 0
    return presentWebhook({ ...before, ...change }, { waiting, now: deps.clock.now() })
  })
}
