import type { Tx } from '../../platform/db.ts'
import { deleteReader, insertReader, type ReaderPlace } from '../../core/events/readers.ts'

/** Starts reading the project's events for subscribers outside; where they are already read, nothing changes. */
export function startReading(tx: Tx, place: ReaderPlace): Promise<void> {
  return insertReader(tx, place)
}

/** Stops reading the project's events. */
export function stopReading(tx: Tx, place: ReaderPlace): Promise<void> {
  return deleteReader(tx, place)
}
