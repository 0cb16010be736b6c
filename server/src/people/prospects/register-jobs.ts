import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { findPeople, type FindingDependencies } from './people-to-find.ts'

const MINUTE_MS = 60_000

/** The next run continues what one leaves undone. */
const findPeopleJob = defineJob({
  name: 'prospects.find-people',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60 * MINUTE_MS,
})

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerProspectJobs(deps: FindingDependencies): void {
  deps.jobs.every(findPeopleJob, MINUTE_MS)
  deps.jobs.work(findPeopleJob, (_payload, { signal }) => findPeople(deps, signal))
}
