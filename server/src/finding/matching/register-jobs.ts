import { z } from 'zod'
import { listDeadLetters } from '../../platform/job-dead-letters.ts'
import { defineJob } from '../../platform/jobs.ts'
import { installationScope } from '../../platform/scopes.ts'
import { failSearch } from './finish-search.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { runSearch } from './run-search.ts'
import { runSearchJob } from './start-search.ts'

const SEARCHES_AT_ONCE = 2
const DEAD_LOOKED_AT = 100
const MINUTE_MS = 60_000

/** Ends searches whose job died without a result, or outlived too many workers. */
const endDeadSearchesJob = defineJob({
  name: 'matching.end-dead-searches',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: MINUTE_MS,
})

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerMatchingJobs(deps: MatchingDependencies): void {
  deps.jobs.work(
    runSearchJob,
    async ({ organizationId, searchId }, { signal, isCrowding: mustMakeRoom, progressed, endsWith }) => {
      try {
        const isOver = await runSearch(deps, { organizationId, searchId, signal, mustMakeRoom, progressed })
        return isOver ? undefined : 'again'
      } catch (error) {
        if (endsWith(error)) await failSearch(deps, organizationId, searchId)
        throw error
      }
    },
    { concurrency: SEARCHES_AT_ONCE },
  )
  deps.jobs.every(endDeadSearchesJob, MINUTE_MS)
  deps.jobs.work(endDeadSearchesJob, async () => {
    const letters = await deps.db.transaction(installationScope(), (tx) => listDeadLetters(tx, DEAD_LOOKED_AT))
    for (const letter of letters.filter(({ jobName }) => jobName === runSearchJob.name)) {
      const { organizationId, searchId } = runSearchJob.schema.parse(letter.payload)
      await failSearch(deps, organizationId, searchId)
    }
  })
}
