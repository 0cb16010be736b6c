import type { Tx } from '../../platform/db.ts'
import { deleteWaiting } from './arrival-store.ts'
import { deleteMonitors, hasBatch } from './monitor-store.ts'
import { deleteListening } from './time-range-store.ts'

/** Whether posts that are paid for are being judged for the project. */
export function isJudging(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  return hasBatch(tx, organizationId, projectId)
}

/** Stops monitoring in a project that has come from elsewhere: what it costs is for those to say who are to pay it. */
export async function stopMovedMonitoring(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  for (const signalId of await deleteMonitors(tx, organizationId, projectId)) {
    await deleteWaiting(tx, { organizationId, signalId })
  }
  await deleteListening(tx, { organizationId, projectId })
}
