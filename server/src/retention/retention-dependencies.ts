import type { Channel, ChannelKey } from '../channels/channel.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'

export interface RetentionDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Log
  channels: readonly Channel[]
  /** How many days a post that is nobody's lead is kept after it was last seen; null keeps it for good. */
  retentionDays: number | null
  /** With whose key a platform is asked whether posts still stand; null takes the installation's, if it has one. */
  keyFor: (platform: string) => Promise<ChannelKey | null>
}
