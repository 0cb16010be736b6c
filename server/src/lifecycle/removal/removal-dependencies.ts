import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Channel } from '../../channels/channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** What deleting a project or an organization needs. */
export interface RemovalDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  ledger: LedgerDependencies
  channels: readonly Channel[]
}
