import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

/** What monitoring stands on: matching, and all monitored signals held in this process's memory. */
export interface MonitoringDependencies extends MatchingDependencies {
  liveIndex: LiveIndex
}

export function createMonitoring(matching: MatchingDependencies): MonitoringDependencies {
  return { ...matching, liveIndex: createLiveIndex(matching) }
}
