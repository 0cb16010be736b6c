import type { ProjectIds } from '../../platform/actor.ts'
import type { Channel, ChannelKey } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'

export interface RetentionDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Log
  channels: readonly Channel[]
  platformSources: readonly PlatformSources[]
  /** How many days a post that is nobody's lead is kept after it was last seen; null keeps it for good. */
  retentionDays: number | null
  /**
   * A project's key for a platform, null where it has none; without a project, null takes the installation's if it has
   * one. The key is dropped with the answer.
   */
  keyFor: (platform: string, project: ProjectIds | null) => Promise<ChannelKey | null>
}
