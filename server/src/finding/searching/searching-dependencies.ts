import type { Millicredits } from '@leadlight/domain/credits'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Channel } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Archive } from '../archive/archive.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Reader } from '../opinions/create-reader.ts'

/** What the calls about signals need. */
export interface SearchingDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  ledger: LedgerDependencies
  channels: readonly Channel[]
  platformSources: readonly PlatformSources[]
  /** Opens projects' own keys. */
  vault: Vault
  embedder: Embedder
  archive: Archive
  judge: Judge
  /** What judging one post costs an organization. */
  judgedPostPrice: Millicredits
  /** The configured large model; undefined where there is none. */
  reader: Reader | undefined
  suppression: Suppression
}
