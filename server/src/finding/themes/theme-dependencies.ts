import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { Channel } from '../../channels/channel.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'

export interface ThemeDependencies {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  channels: readonly Channel[]
  embedder: Embedder
  /** Recognizes authors that may not be collected. */
  suppression: Suppression
}
