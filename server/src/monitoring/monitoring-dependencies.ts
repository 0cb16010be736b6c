import type { Channel } from '../channels/channel.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import type { Config } from '../platform/config.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

/** Erases here what was erased where it was said. Each may be asked for the same again. */
export interface Erasing {
  forgetPosts(platform: string, externalIds: readonly string[]): Promise<unknown>
  forgetAuthor(platform: string, authorExternalId: string): Promise<unknown>
}

/** What monitoring stands on: matching, and all monitored signals held in this process's memory. */
export interface MonitoringDependencies extends MatchingDependencies {
  liveIndex: LiveIndex
  /** How long after one look at a place the next is taken, where the platform's limits allow it. */
  everyMs: number
  /** Platforms that are listened to as a whole, as all that is said there is told in a stream. */
  streamed: readonly string[]
  erasing: Erasing
}

export function createMonitoring(
  matching: MatchingDependencies,
  config: Config,
  erasing: Erasing,
): MonitoringDependencies {
  const streamed = matching.channels.filter(isStreamedWhole).map(({ platform }) => platform)
  return { ...matching, liveIndex: createLiveIndex(matching), everyMs: config.monitoring.everyMs, streamed, erasing }
}

function isStreamedWhole({ listen, sources }: Channel): boolean {
  return listen !== undefined && sources === null
}
