import { isHeardWhole } from '../channels/channel.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import type { Config } from '../platform/config.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

/** What monitoring stands on: matching, and all monitored signals held in this process's memory. */
export interface MonitoringDependencies extends MatchingDependencies {
  liveIndex: LiveIndex
  /** How long after one look at a place the next is taken, where the platform's limits allow it. */
  everyMs: number
  /** Platforms that are listened to as a whole, as all that is said there is told in a stream. */
  streamed: readonly string[]
}

export function createMonitoring(matching: MatchingDependencies, config: Config): MonitoringDependencies {
  const streamed = matching.channels.filter(isHeardWhole).map(({ platform }) => platform)
  return { ...matching, liveIndex: createLiveIndex(matching), everyMs: config.monitoring.everyMs, streamed }
}
