import type { ProfileSource } from '../../channels/profile-source.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Websites } from './websites/website-reading.ts'

/** What the calls about reading profiles need. */
export interface EnrichmentCallDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
}

/** What its jobs need besides. */
export interface EnrichmentDependencies extends EnrichmentCallDependencies {
  newId: NewId
  log: Log
  profiles: readonly ProfileSource[]
  websites: Websites
}
