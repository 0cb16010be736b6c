import type { Tx } from '../../platform/db.ts'
import { deletePrivateViews, detachSharedViews } from './view-store.ts'

/** Leaves a project that has moved the views its former organization shared, without who made them; the private ones go. */
export async function detachViews(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deletePrivateViews(tx, organizationId, projectId)
  await detachSharedViews(tx, organizationId, projectId)
}
