import type { Tx } from '../../platform/db.ts'
import { deleteConnection } from './connection-store.ts'
import { deleteJourneysOf } from './journey-store.ts'
import { deletePressesOf } from './press-store.ts'

/** Disconnects a project from Slack: where its leads are told is for those to say who have it from now on. */
export async function forgetSlack(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteConnection(tx, organizationId, projectId)
  await deleteJourneysOf(tx, organizationId, projectId)
  await deletePressesOf(tx, organizationId, projectId)
}
