import type { Tx } from '../platform/db.ts'
import { deleteLeads } from './record-store.ts'

/** Deletes leads of the project for good, at most `limit` so that the transaction stays short; answers how many. */
export function deleteSomeLeads(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; limit: number },
): Promise<number> {
  return deleteLeads(tx, organizationId, request)
}
