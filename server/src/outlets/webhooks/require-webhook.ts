import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findWebhook, type WebhookIds, type WebhookRow } from './webhook-store.ts'

/** The project's webhook; any other counts as missing. */
export async function requireWebhook(tx: Tx, actor: Actor, ids: WebhookIds): Promise<WebhookRow> {
  await requireProject(tx, actor, ids.projectId)
  const webhook = await findWebhook(tx, actor.organizationId, ids)
  if (!webhook) throw new AppError('not_found', 'webhook_not_found', 'That webhook does not exist.')
  return webhook
}
