import type { Channel } from '../../channels/channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'

export interface InsightDependencies {
  db: Db
  clock: Clock
  /**
   * Platform names as people know them, such as Hacker News for `hackernews`; a platform not listed shows its own id.
   */
  channels: readonly Pick<Channel, 'platform' | 'displayName'>[]
}
