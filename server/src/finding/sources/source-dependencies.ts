import type { Channel } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'

export interface SourceDependencies {
  db: Db
  clock: Clock
  newId: NewId
  channels: readonly Channel[]
  platformSources: readonly PlatformSources[]
  vault: Vault
}
