import type { ProjectEvent } from '@leadlight/contract/installation'
import type { Tx } from '../../platform/db.ts'
import { deleteEventsBefore, insertEvent } from './event-store.ts'

/** How long events can be resumed from. */
export const EVENTS_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Emits an event to a project's listeners in the caller's transaction: they hear of it once it commits, and only then.
 */
export async function announce(
  tx: Tx,
  organizationId: string,
  event: { projectId: string; payload: ProjectEvent; now: Date },
): Promise<void> {
  insertEvent(tx, organizationId, event)
  const finished = event.payload.type === 'search' && event.payload.search.finished_at !== null
  if (finished) await deleteEventsBefore(tx, organizationId, new Date(event.now.getTime() - EVENTS_KEPT_MS))
}
