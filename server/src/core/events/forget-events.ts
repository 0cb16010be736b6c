import type { Tx } from '../../platform/db.ts'
import { deleteEventsOf } from './event-store.ts'

/** Whoever listens to the project from now on hears nothing of what was told before. */
export function forgetEvents(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  return deleteEventsOf(tx, organizationId, projectId)
}
