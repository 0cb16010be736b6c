import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { schedulerScope } from '../../platform/scopes.ts'
import type { EnrichmentDependencies } from './enrichment-dependencies.ts'
import { selectDueFetches } from './fetch-store.ts'
import { readCompanySite } from './read-company-site.ts'
import { readProfile } from './read-profile.ts'
import { selectDueSites } from './site-store.ts'

const READ_AT_ONCE = 4
const DUE_EVERY_MS = 30_000
const DUE_AT_ONCE = 200
const DAY_MS = 24 * 3_600_000
/** How many of a project's profiles are read a day, so that one project cannot use up what platforms allow to all. */
export const FETCHES_PER_DAY = 1_000

/** Reads one profile. Its data names nobody; the database knows who it is. */
export const readJob = defineJob({
  name: 'enrichment.read',
  schema: z.object({ organizationId: z.uuid(), profileId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 30_000,
  // A platform may be busy for long.
  expireMs: 60 * 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

/** How many websites of a project's companies are read a day. */
export const SITES_PER_DAY = 500

/** Reads one company's website. Its key is the domain, so that no site is read twice at once, whoever asks. */
export const readSiteJob = defineJob({
  name: 'enrichment.read-site',
  schema: z.object({ organizationId: z.uuid(), companyId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 30_000,
  // Up to three pages, each of which may be slow.
  expireMs: 10 * 60_000,
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
  deps.jobs.work(readJob, (ids, { signal }) => readProfile(deps, ids, signal), { concurrency: READ_AT_ONCE })
  deps.jobs.work(readSiteJob, (ids, { signal }) => readCompanySite(deps, ids, signal), {
    concurrency: READ_AT_ONCE,
  })
  deps.jobs.every(dueJob, DUE_EVERY_MS)
  deps.jobs.work(dueJob, async () => {
    await enqueueDueFetches(deps)
    await enqueueDueSites(deps)
  })
}

/** Queues the profiles that are due. */
export async function enqueueDueFetches({
  db,
  clock,
  jobs,
}: Pick<EnrichmentDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDueFetches(tx, { now, since, perProject: FETCHES_PER_DAY, limit: DUE_AT_ONCE })) {
      await jobs.enqueue(tx, readJob, place, { key: place.profileId })
    }
  })
}

/** Queues the websites that are due; one that is being read for somebody else waits for the next round. */
export async function enqueueDueSites({
  db,
  clock,
  jobs,
}: Pick<EnrichmentDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  await db.transaction(schedulerScope(), async (tx) => {
    const due = await selectDueSites(tx, { now, since, perProject: SITES_PER_DAY, limit: DUE_AT_ONCE })
    for (const { domain, ...ids } of due) await jobs.enqueue(tx, readSiteJob, ids, { key: domain })
  })
}
