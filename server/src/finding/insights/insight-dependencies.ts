import type { Channel } from '../../channels/channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'

export interface InsightDependencies {
  db: Db
  clock: Clock
  /** What people call the platforms, such as Hacker News for `hackernews`; another goes by its own name. */
  channels: readonly Pick<Channel, 'platform' | 'displayName'>[]
}

/** Whose figures. */
export interface ProjectIds {
  organizationId: string
  projectId: string
}
