import { stopReading } from '../outbox/start-reading.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteWebhooksOf } from './webhook-store.ts'

/** Deletes a project's webhooks: its new owners decide where it sends messages. */
export async function deleteWebhooks(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteWebhooksOf(tx, organizationId, projectId)
  await stopReading(tx, { organizationId, projectId })
}
