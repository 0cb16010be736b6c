import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteReader, insertReader } from '../../core/events/readers.ts'

/** Starts reading the project's events for subscribers outside; where they are already read, nothing changes. */
export function startReading(tx: Tx, position: ProjectIds): Promise<void> {
  return insertReader(tx, position)
}

/** Stops reading the project's events. */
export function stopReading(tx: Tx, position: ProjectIds): Promise<void> {
  return deleteReader(tx, position)
}
