import type { Millicredits } from '@leadlight/domain/credits'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Archive } from '../archive/archive.ts'
import type { Channel } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Checkpoint } from '../../platform/checkpoint.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import type { Reader } from '../opinions/create-reader.ts'
import type { Judge } from '@leadlight/engine/judge/judge'

export interface MatchingDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  random: Random
  log: Log
  ledger: LedgerDependencies
  channels: readonly Channel[]
  platformSources: readonly PlatformSources[]
  /** Decrypts projects' own keys. */
  vault: Vault
  embedder: Embedder
  /** The stored posts, searched by meaning and by words. */
  archive: Archive
  judge: Judge
  judgedPostPrice: Millicredits
  /** The configured large model, which reads posts the judge is unsure of; undefined where there is none. */
  reader: Reader | undefined
  checkpoint: Checkpoint
  /** Recognizes authors that may not be collected. */
  suppression: Suppression
}
