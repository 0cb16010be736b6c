import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'

export interface PrivacyDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
  newId: NewId
  suppression: Suppression
  publicUrl: string
  /** How many days a post that is nobody's lead is kept; null for good. */
  retentionDays: number | null
}
