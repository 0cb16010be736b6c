import type { Tx } from '../../platform/db.ts'
import { hasRunningColumns } from './column-store.ts'

/** Whether any smart column of the project is being filled. */
export function isBeingFilled(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return hasRunningColumns(tx, organizationId, projectId)
}
