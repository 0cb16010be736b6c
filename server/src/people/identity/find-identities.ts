import type { ProjectIds } from '../../platform/actor.ts'
import { PROPOSALS_OPEN_MAX } from '@leadlight/domain/identity/proposals'
import { createHash } from 'node:crypto'
import { organizationScope } from '../../platform/scopes.ts'
import { findIdentitiesJob } from '../enrichment/find-identities-job.ts'
import { findCompanies } from './find-companies.ts'
import { selectAuthorProfiles } from './account-store.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { proposeApart } from './propose-apart.ts'
import { renewProposals, selectDismissed } from './proposal-store.ts'

/** The most accounts that are compared at once: some seconds' work in its own thread. Of more, the newest. */
const ACCOUNTS_MAX = 50_000

export function registerIdentityJobs(deps: IdentityDependencies): void {
  deps.jobs.work(findIdentitiesJob, async (ids, { signal }) => {
    await findIdentities(deps, ids, signal)
    await findCompanies(deps, ids, signal)
  })
}

/** Compares the project's accounts and stores who may be one person. Returns how many proposals are new. */
export async function findIdentities(
  { db, clock, newId }: Pick<IdentityDependencies, 'db' | 'clock' | 'newId'>,
  ids: ProjectIds,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const scope = organizationScope(ids.organizationId)
  const { profiles, personOf, apart } = await db.transaction(scope, async (tx) => ({
    ...(await selectAuthorProfiles(tx, ids, { limit: ACCOUNTS_MAX, hashEmail })),
    apart: await selectDismissed(tx, ids),
  }))
  const proposed = await proposeApart([profiles, { personOf, apart }], signal)
  const proposals = proposed.slice(0, PROPOSALS_OPEN_MAX)
  const found = proposals.map(({ first, second, probability, evidence }) => {
    const [profileId, otherProfileId] = first < second ? [first, second] : [second, first]
    return { id: newId(), profileId, otherProfileId, probability: Math.round(probability * 10_000), evidence }
  })
  return db.transaction(scope, (tx) => renewProposals(tx, { ...ids, now: clock.now() }, found))
}

function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
