import type { Webhook } from '@leadlight/contract/webhooks'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { countWaiting } from './delivery-store.ts'
import { presentWebhook } from './present-webhook.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { selectWebhooks } from './webhook-store.ts'

/** The project's webhooks, oldest first; a project has ten at most. */
export function listWebhooks(
  { db, clock }: Pick<WebhookDependencies, 'db' | 'clock'>,
  actor: Actor,
  projectId: string,
): Promise<Webhook[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const webhooks = await selectWebhooks(tx, organizationId, projectId)
    const waiting = await countWaiting(tx, organizationId, projectId)
    return webhooks.map((row) => presentWebhook(row, { waiting: waiting.get(row.id) ?? 0, now: clock.now() }))
  })
}
