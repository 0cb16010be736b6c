import type { Channel } from '../../channels/channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** What the calls and jobs about identities need. */
export interface IdentityDependencies {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  /** Only the platforms' names. */
  channels: readonly Pick<Channel, 'platform' | 'displayName'>[]
}
