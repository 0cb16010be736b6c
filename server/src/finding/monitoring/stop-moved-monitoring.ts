import type { Tx } from '../../platform/db.ts'
import { deleteWaiting } from './arrival-store.ts'
import { deleteMonitors, hasBatch } from './monitor-store.ts'
import { deleteListening } from './time-range-store.ts'

/** Whether a batch that is paid for is being judged for the project. */
export function isJudging(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return hasBatch(tx, organizationId, projectId)
}

/** Stops monitoring in a project that has moved here: its new payer decides whether to start it again. */
export async function stopMovedMonitoring(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  for (const signalId of await deleteMonitors(tx, organizationId, projectId)) {
    await deleteWaiting(tx, { organizationId, signalId })
  }
  await deleteListening(tx, { organizationId, projectId })
}
