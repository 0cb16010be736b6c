import { isHeardWhole } from '../../channels/channel.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import type { Config } from '../../platform/config.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

/** What is done above when a stream tells of posts or authors that are gone at their source. */
export interface GoneHooks {
  forgetPosts: (deps: GoneDependencies, platform: string, externalIds: readonly string[]) => Promise<unknown>
  forgetAuthor: (deps: GoneDependencies, platform: string, author: { externalId: string }) => Promise<unknown>
}

type GoneDependencies = Pick<MatchingDependencies, 'db' | 'clock'>

/** What monitoring stands on: matching, and all monitored signals held in this process's memory. */
export interface MonitoringDependencies extends MatchingDependencies, GoneHooks {
  liveIndex: LiveIndex
  /** How long after one look at a place the next is taken, where the platform's limits allow it. */
  everyMs: number
  /** Platforms that are listened to as a whole, as all that is said there is told in a stream. */
  streamed: readonly string[]
  /** Whether a source of a platform is listened to with a project's own key. */
  hears(this: void, platform: string, source: string): boolean
}

export function createMonitoring(
  matching: MatchingDependencies,
  config: Config,
  gone: GoneHooks,
): MonitoringDependencies {
  const streamed = matching.channels.filter(isHeardWhole).map(({ platform }) => platform)
  const hears = (platform: string, source: string) =>
    matching.channels.find((channel) => channel.platform === platform)?.hears?.(source) === true
  return {
    ...matching,
    ...gone,
    liveIndex: createLiveIndex(matching),
    everyMs: config.monitoring.everyMs,
    streamed,
    hears,
  }
}
