import type { Tx } from '../../platform/db.ts'
import { ANY_EVENT_TOPIC, selectEventsForAll, type ToldEvent } from './event-store.ts'

export { ANY_EVENT_TOPIC, type ToldEvent }

/** The project's events after `afterId`, whoever they are for; oldest first, at most `limit`. */
export function readEvents(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterId: number; limit: number },
): Promise<ToldEvent[]> {
  return selectEventsForAll(tx, organizationId, request)
}
