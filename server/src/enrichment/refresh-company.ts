import type { CompanyWebsite } from '@leadlight/contract/companies'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireCompany } from '../prospects/require-company.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { readSiteJob } from './register-jobs.ts'
import { askForSite, findSite, type SiteRow } from './site-store.ts'

interface CompanyPlace {
  projectId: string
  id: string
}

/** When a company's website was read last; null where none is known. */
export async function getCompanyWebsite(
  { db }: Pick<EnrichmentCallDependencies, 'db'>,
  actor: Actor,
  place: CompanyPlace,
): Promise<CompanyWebsite | null> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireCompany(tx, actor, place)
    return presentSite(await findSite(tx, organizationId, place.id))
  })
}

/** Has a company's website read again now. */
export async function refreshCompany(
  { db, clock, jobs }: EnrichmentCallDependencies,
  actor: Actor,
  place: CompanyPlace,
): Promise<CompanyWebsite | null> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireCompany(tx, actor, place)
    const site = await findSite(tx, organizationId, place.id)
    if (!site || site.state === 'closed') return presentSite(site)
    await askForSite(tx, organizationId, place.id, clock.now())
    await jobs.enqueue(tx, readSiteJob, { organizationId, companyId: place.id }, { key: site.domain })
    return presentSite(await findSite(tx, organizationId, place.id))
  })
}

function presentSite(site: SiteRow | undefined): CompanyWebsite | null {
  if (!site) return null
  const { domain, state, lookedAt, nextAt, error } = site
  return {
    domain,
    state,
    looked_at: lookedAt?.toISOString() ?? null,
    next_at: nextAt?.toISOString() ?? null,
    error,
  }
}
