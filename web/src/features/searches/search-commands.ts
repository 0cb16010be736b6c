import { runSearch, stopSearch } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { hasStatus, RequestError } from '../../lib/request-error.ts'

/**
 * Starts a search for each signal. One that is already being searched is left at that. Answers how many were started;
 * throws what kept the others from it, so that lacking credits are said once.
 */
export async function startSearches(projectId: string, signalIds: readonly string[]): Promise<number> {
  let started = 0
  for (const id of signalIds) {
    try {
      await call(runSearch, { params: { projectId, id } })
      started++
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'search_running')) throw error
    }
  }
  return started
}

/** Stops the search of each signal. One that has ended by itself meanwhile is left at that. */
export async function stopSearches(projectId: string, signalIds: readonly string[]): Promise<void> {
  for (const id of signalIds) {
    try {
      await call(stopSearch, { params: { projectId, id } })
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
    }
  }
}
