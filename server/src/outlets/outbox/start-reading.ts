import type { Tx } from '../../platform/db.ts'
import { deleteReader, insertReader, type ReaderPlace } from '../../core/events/readers.ts'

/** Has the project's events read from now on for those outside; where they are already, nothing changes. */
export function startReading(tx: Tx, place: ReaderPlace): Promise<void> {
  return insertReader(tx, place)
}

/** Has them read no more. */
export function stopReading(tx: Tx, place: ReaderPlace): Promise<void> {
  return deleteReader(tx, place)
}
