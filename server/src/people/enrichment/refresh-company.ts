import type { CompanyWebsite } from '@leadlight/contract/companies'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireCompany } from '../prospects/require-company.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { readSiteJob, SITES_PER_DAY } from './register-jobs.ts'
import { askForSite, countSites, findSite, type SiteRow } from './site-store.ts'

interface CompanyIds {
  projectId: string
  id: string
}

/** When a company's website was last read; null if none is known. */
export async function getCompanyWebsite(
  { db }: Pick<EnrichmentCallDependencies, 'db'>,
  actor: Actor,
  ids: CompanyIds,
): Promise<CompanyWebsite | null> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireCompany(tx, actor, ids)
    return presentSite(await findSite(tx, organizationId, ids.id))
  })
}

/** A website read less long ago is not read again. */
const STILL_NEW_MS = 10 * 60_000
const DAY_MS = 24 * 3_600_000

/**
 * Has a company's website read again: now, or once the project is below its daily limit. A website that was just read
 * is left alone.
 */
export async function refreshCompany(
  { db, clock, jobs }: EnrichmentCallDependencies,
  actor: Actor,
  ids: CompanyIds,
): Promise<CompanyWebsite | null> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireCompany(tx, actor, ids)
    const site = await findSite(tx, organizationId, ids.id)
    const now = clock.now()
    const isNew = site?.lookedAt && now.getTime() - site.lookedAt.getTime() < STILL_NEW_MS
    if (!site || site.state === 'closed' || isNew) return presentSite(site)
    const { projectId, id: companyId } = ids
    const today = await countSites(tx, organizationId, { projectId, since: new Date(now.getTime() - DAY_MS) })
    await askForSite(tx, organizationId, companyId, now)
    if (today < SITES_PER_DAY) {
      await jobs.enqueue(tx, readSiteJob, { organizationId, companyId }, { key: site.domain })
    }
    return presentSite(await findSite(tx, organizationId, ids.id))
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
