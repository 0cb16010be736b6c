import { unassignLeads } from '../leads/set-assignee.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteOwnViews } from './view-store.ts'

/** Removes what ties somebody to an organization they have left: their assigned leads and their own views. */
export async function detachMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await unassignLeads(tx, organizationId, { userId })
  await deleteOwnViews(tx, organizationId, userId)
}
