import type { Millicredits } from '@leadlight/domain/credits'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { LedgerDependencies } from '../../core/billing/ledger.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import type { Reader } from '../opinions/create-reader.ts'
import type { Checkpoint } from '../../platform/checkpoint.ts'
import { isStreamed, type Channel } from '../../channels/channel.ts'
import type { Config } from '../../platform/config.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

/** Called when a stream reports posts or authors deleted at their source. */
export interface ErasureHooks {
  erasePosts: (deps: GoneDependencies, platform: string, externalIds: readonly string[]) => Promise<unknown>
  eraseAuthor: (deps: GoneDependencies, platform: string, author: { externalId: string }) => Promise<unknown>
}

type GoneDependencies = Pick<Shared, 'db' | 'clock'>

/** What is made once for the process. */
interface Shared {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  random: Random
  log: Log
  ledger: LedgerDependencies
  channels: readonly Channel[]
  platformSources: readonly PlatformSources[]
  /** Opens projects' own keys. */
  vault: Vault
  embedder: Embedder
  judge: Judge
  /** What judging one post costs an organization. */
  judgedPostPrice: Millicredits
  /** The configured large model; undefined where there is none. */
  reader: Reader | undefined
  checkpoint: Checkpoint
  /** Recognizes authors that may not be collected. */
  suppression: Suppression
}

/** What monitoring needs, and all monitored signals held in this process's memory. */
export interface MonitoringDependencies extends Shared, ErasureHooks {
  liveIndex: LiveIndex
  /** The interval between polls of a source, where the platform's limits allow it. */
  everyMs: number
  /** Platforms that one stream covers completely. */
  streamed: readonly string[]
  /** Whether a platform's source is streamed with a project's own key. */
  canListenTo(this: void, platform: string, source: string): boolean
  /** Whether a source is searched for words and cannot be listed. */
  takesWords(this: void, platform: string, source: string): boolean
}

export function createMonitoring(shared: Shared, config: Config, gone: ErasureHooks): MonitoringDependencies {
  const streamed = shared.channels.filter(isStreamed).map(({ platform }) => platform)
  const takesWords = (platform: string, source: string) =>
    shared.channels.find((channel) => channel.platform === platform)?.takesWords?.(source) === true
  const canListenTo = (platform: string, source: string) =>
    shared.channels.find((channel) => channel.platform === platform)?.canListenTo?.(source) === true
  return {
    ...shared,
    ...gone,
    liveIndex: createLiveIndex(shared),
    everyMs: config.monitoring.everyMs,
    streamed,
    canListenTo,
    takesWords,
  }
}
