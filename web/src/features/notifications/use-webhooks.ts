import type { BodyOf } from '@leadlight/contract/endpoint'
import type * as contract from '@leadlight/contract/webhooks'
import type { Webhook, WebhookWithSecret } from '@leadlight/contract/webhooks'
import useSWR, { useSWRConfig } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'

/** The project's webhooks, oldest first. */
export function useWebhooks(projectId: string) {
  return useSWR<Webhook[], unknown>(keys.webhooks(projectId), () => call(calls.listWebhooks, { params: { projectId } }))
}

/** Changes to webhooks. Failures are thrown, so the component can report them in place. */
export function useWebhookChanges(projectId: string) {
  const patchCached = usePatchCached()
  const { mutate } = useSWRConfig()
  const patch = (change: (webhooks: Webhook[]) => Webhook[]) => patchCached<Webhook[]>(keys.webhooks(projectId), change)
  const put = (changed: Webhook) => patch((webhooks) => webhooks.map((one) => (one.id === changed.id ? changed : one)))
  return {
    async add(body: BodyOf<typeof contract.createWebhook>): Promise<WebhookWithSecret> {
      const added = await call(calls.createWebhook, { params: { projectId }, body })
      patch((webhooks) => [...webhooks, withoutSecret(added)])
      return added
    },
    async change(id: string, body: BodyOf<typeof contract.updateWebhook>): Promise<Webhook> {
      const changed = await call(calls.updateWebhook, { params: { projectId, id }, body })
      put(changed)
      return changed
    },
    async rotate(id: string): Promise<WebhookWithSecret> {
      const changed = await call(calls.rotateWebhookSecret, { params: { projectId, id } })
      put(withoutSecret(changed))
      return changed
    },
    async remove(id: string): Promise<void> {
      await call(calls.deleteWebhook, { params: { projectId, id } })
      patch((webhooks) => webhooks.filter((one) => one.id !== id))
    },
    async test(id: string) {
      const delivery = await call(calls.testWebhook, { params: { projectId, id } })
      await mutate(keys.webhooks(projectId))
      return delivery
    },
  }
}

export type WebhookChanges = ReturnType<typeof useWebhookChanges>

/** A cached answer never holds a secret, since answers are persisted. */
function withoutSecret({ secret: _told, ...webhook }: WebhookWithSecret): Webhook {
  return webhook
}
