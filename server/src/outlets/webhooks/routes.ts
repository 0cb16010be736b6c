import * as contract from '@leadlight/contract/webhooks'
import { serve, type App } from '../../platform/http.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import type { WebhookCallDependencies } from './webhook-dependencies.ts'

export function webhookRoutes(app: App, deps: WebhookCallDependencies): void {
  serve(app, contract.listWebhooks, ({ actor, params }) => listWebhooks(deps, actor, params.projectId))
  serve(app, contract.createWebhook, ({ actor, params, body }) => createWebhook(deps, actor, { ...params, ...body }))
  serve(app, contract.updateWebhook, ({ actor, params, body }) => updateWebhook(deps, actor, { ...params, ...body }))
  serve(app, contract.deleteWebhook, async ({ actor, params }) => {
    await deleteWebhook(deps, actor, params)
    return undefined
  })
  serve(app, contract.rotateWebhookSecret, ({ actor, params }) => rotateSecret(deps, actor, params))
  serve(app, contract.testWebhook, ({ actor, params, idempotencyKey }) =>
    testWebhook(deps, actor, { ...params, idempotencyKey }),
  )
  serve(app, contract.listWebhookDeliveries, ({ actor, params, query }) =>
    listDeliveries(deps, actor, { ...params, ...query }),
  )
  serve(app, contract.replayWebhookDelivery, ({ actor, params, idempotencyKey }) =>
    replayDelivery(deps, actor, { ...params, idempotencyKey }),
  )
}
