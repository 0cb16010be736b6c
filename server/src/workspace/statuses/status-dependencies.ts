import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'

export interface StatusDependencies {
  db: Db
  clock: Clock
  newId: NewId
  /** Removes a status that is being deleted from whatever has it. */
  onStatusDeleted: (tx: Tx, organizationId: string, status: { projectId: string; statusId: string }) => Promise<void>
}
