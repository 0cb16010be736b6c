import type { Tx } from '../../platform/db.ts'
import { deletePrivateViews, detachSharedViews } from './view-store.ts'

/** Keeps the team views of a project that has moved, without who made them; private views are deleted. */
export async function detachViews(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await deletePrivateViews(tx, organizationId, projectId)
  await detachSharedViews(tx, organizationId, projectId)
}
