import { failSearch } from './finish-search.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { runSearch } from './run-search.ts'
import { runSearchJob } from './start-search.ts'

const SEARCHES_AT_ONCE = 2

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerMatchingJobs(deps: MatchingDependencies): void {
  deps.jobs.work(
    runSearchJob,
    async ({ organizationId, searchId }, { signal, attempt }) => {
      try {
        await runSearch(deps, { organizationId, searchId, signal })
      } catch (error) {
        // The last attempt tells the user; an aborted run is handed to another worker and is no failure.
        if (attempt > runSearchJob.retryLimit && !signal.aborted) await failSearch(deps, organizationId, searchId)
        throw error
      }
    },
    { concurrency: SEARCHES_AT_ONCE },
  )
}
