import { PROPOSALS_OPEN_MAX } from '@leadlight/domain/identity/proposals'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findCompanies } from './find-companies.ts'
import { selectAuthorProfiles } from './account-store.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import type { ProjectPlace } from './merge-store.ts'
import { proposeApart } from './propose-apart.ts'
import { renewProposals, selectDismissed } from './proposal-store.ts'

/** As many as are compared at once: some seconds' work, in a thread of its own. Of more, the newest accounts. */
const ACCOUNTS_MAX = 50_000
const SOON_MS = 20_000

const findJob = defineJob({
  name: 'identity.find',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 3,
  retryDelayMs: 10_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Has a project's people looked over anew; asked again before that is done, once more after it. */
export function enqueueFinding(
  tx: Tx,
  { jobs }: Pick<IdentityDependencies, 'jobs'>,
  { organizationId, projectId }: ProjectPlace,
  { soon = false }: { soon?: boolean } = {},
): Promise<void> {
  const options = { key: projectId, ...(soon && { startAfterMs: SOON_MS }) }
  return jobs.enqueue(tx, findJob, { organizationId, projectId }, options)
}

export function registerIdentityJobs(deps: IdentityDependencies): void {
  deps.jobs.work(findJob, async (place, { signal }) => {
    await findIdentities(deps, place, signal)
    await findCompanies(deps, place, signal)
  })
}

/** Compares the project's accounts and keeps who may be one person. Answers how many proposals are new. */
export async function findIdentities(
  { db, clock, newId }: Pick<IdentityDependencies, 'db' | 'clock' | 'newId'>,
  place: ProjectPlace,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const scope = organizationScope(place.organizationId)
  const { profiles, personOf, apart } = await db.transaction(scope, async (tx) => ({
    ...(await selectAuthorProfiles(tx, place, { limit: ACCOUNTS_MAX, hashEmail })),
    apart: await selectDismissed(tx, place),
  }))
  const proposed = await proposeApart([profiles, { personOf, apart }], signal)
  const proposals = proposed.slice(0, PROPOSALS_OPEN_MAX)
  const found = proposals.map(({ first, second, probability, evidence }) => {
    const [profileId, otherProfileId] = first < second ? [first, second] : [second, first]
    return { id: newId(), profileId, otherProfileId, probability: Math.round(probability * 10_000), evidence }
  })
  return db.transaction(scope, (tx) => renewProposals(tx, { ...place, now: clock.now() }, found))
}

function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
