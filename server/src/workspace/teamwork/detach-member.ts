import { unassignLeads } from '../leads/set-assignee.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteOwnViews } from './view-store.ts'

/** Lets go of what binds somebody to an organization they have left: the leads they were to answer, the views they kept. */
export async function detachMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await unassignLeads(tx, organizationId, { userId })
  await deleteOwnViews(tx, organizationId, userId)
}
