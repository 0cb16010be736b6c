import type { ProjectIds } from '../../platform/actor.ts'
import { PROPOSALS_OPEN_MAX } from '@leadlight/domain/identity/proposals'
import { organizationScope } from '../../platform/scopes.ts'
import { renewCompanyProposals, selectLinkableCompanies, selectLinkableProfiles } from './company-proposal-store.ts'
import { hashAccount } from '../enrichment/hash-account.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { proposeCompaniesApart } from './propose-apart.ts'

/** The most accounts and companies that are compared at once; of more, the newest. */
const LOOKED_OVER_MAX = 50_000

/** Compares what accounts publish of where their owners belong with the project's companies, and stores proposals. */
export async function findCompanies(
  { db, clock, newId }: Pick<IdentityDependencies, 'db' | 'clock' | 'newId'>,
  ids: ProjectIds,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { organizationId } = ids
  const scope = organizationScope(organizationId)
  const hashOf = (key: string) => hashAccount(organizationId, key)
  const [profiles, companies] = await db.transaction(scope, async (tx) => [
    await selectLinkableProfiles(tx, ids, { limit: LOOKED_OVER_MAX, hashOf }),
    await selectLinkableCompanies(tx, ids, LOOKED_OVER_MAX),
  ])
  const proposed = await proposeCompaniesApart([profiles, companies], signal)
  const found = proposed
    .slice(0, PROPOSALS_OPEN_MAX)
    .map(({ probability, ...link }) => ({ id: newId(), ...link, probability: Math.round(probability * 10_000) }))
  await db.transaction(scope, (tx) => renewCompanyProposals(tx, { ...ids, now: clock.now() }, found))
}
