import { stopReading } from '../outbox/start-reading.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteWebhooksOf } from './webhook-store.ts'

/** Takes a project's webhooks away: where they lead is for those to say who have it from now on. */
export async function forgetWebhooks(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteWebhooksOf(tx, organizationId, projectId)
  await stopReading(tx, { organizationId, projectId })
}
