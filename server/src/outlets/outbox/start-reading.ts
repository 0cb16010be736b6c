import type { Tx } from '../../platform/db.ts'
import { deleteReader, insertReader, type ReaderPosition } from '../../core/events/readers.ts'

/** Starts reading the project's events for subscribers outside; where they are already read, nothing changes. */
export function startReading(tx: Tx, place: ReaderPosition): Promise<void> {
  return insertReader(tx, place)
}

/** Stops reading the project's events. */
export function stopReading(tx: Tx, place: ReaderPosition): Promise<void> {
  return deleteReader(tx, place)
}
