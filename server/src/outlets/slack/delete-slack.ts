import type { Tx } from '../../platform/db.ts'
import { deleteConnection } from './connection-store.ts'
import { deleteJourneysOf } from './journey-store.ts'
import { deletePressesOf } from './press-store.ts'

/** Disconnects a project from Slack: its new owners decide where its leads are told. */
export async function deleteSlack(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deleteConnection(tx, organizationId, projectId)
  await deleteJourneysOf(tx, organizationId, projectId)
  await deletePressesOf(tx, organizationId, projectId)
}
