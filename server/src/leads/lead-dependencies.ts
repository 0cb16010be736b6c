import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { NewId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs.ts'

export interface LeadDependencies {
  db: Db
  clock: Clock
  newId: NewId
}

/** What changing many leads takes: others are told of it by jobs. */
export interface LeadChangeDependencies extends LeadDependencies {
  jobs: Jobs
}
