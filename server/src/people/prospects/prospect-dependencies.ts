import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'

export interface ProspectDependencies {
  db: Db
  clock: Clock
  newId: NewId
}
