import { z } from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { schedulerScope } from '../platform/scopes.ts'
import type { EnrichmentDependencies } from './enrichment-dependencies.ts'
import { selectDueLooks } from './look-store.ts'
import { readProfile } from './read-profile.ts'

const READ_AT_ONCE = 4
const DUE_EVERY_MS = 30_000
const DUE_AT_ONCE = 200
const DAY_MS = 24 * 3_600_000
/** So many of a project's profiles are read a day, so that one project's thousands do not use up what platforms allow all. */
export const LOOKS_PER_DAY = 1_000

/** Reads one profile. Names nobody: who it is, the database says. */
export const readJob = defineJob({
  name: 'enrichment.read',
  schema: z.object({ organizationId: z.uuid(), profileId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 30_000,
  // A platform's turn may be long in coming.
  expireMs: 60 * 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

const dueJob = defineJob({
  name: 'enrichment.due',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})

export function registerEnrichmentJobs(deps: EnrichmentDependencies): void {
  deps.jobs.work(readJob, (place, { signal }) => readProfile(deps, place, signal), { concurrency: READ_AT_ONCE })
  deps.jobs.every(dueJob, DUE_EVERY_MS)
  deps.jobs.work(dueJob, () => enqueueDueLooks(deps))
}

/** Has the profiles read whose time has come. */
export async function enqueueDueLooks({
  db,
  clock,
  jobs,
}: Pick<EnrichmentDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDueLooks(tx, { now, since, perProject: LOOKS_PER_DAY, limit: DUE_AT_ONCE })) {
      await jobs.enqueue(tx, readJob, place, { key: place.profileId })
    }
  })
}
