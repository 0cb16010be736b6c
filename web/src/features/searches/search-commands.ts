import { runSearch, stopSearch } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { hasStatus, RequestError } from '../../lib/request-error.ts'

/**
 * Starts a search for each signal, skipping those already running. Returns how many started; throws once if the rest
 * failed, for example for lack of credits.
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

/** Stops the search of each signal, skipping those already finished. */
export async function stopSearches(projectId: string, signalIds: readonly string[]): Promise<void> {
  for (const id of signalIds) {
    try {
      await call(stopSearch, { params: { projectId, id } })
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
    }
  }
}
