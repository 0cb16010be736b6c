import type { Tx } from '../../platform/db.ts'
import { ANY_EVENT_TOPIC, selectEventsForAll, type EmittedEvent } from './event-store.ts'

export { ANY_EVENT_TOPIC, type EmittedEvent }

/** The project's events after `afterId`, whoever they are for; oldest first, at most `limit`. */
export function readEvents(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterId: number; limit: number },
): Promise<EmittedEvent[]> {
  return selectEventsForAll(tx, organizationId, request)
}
