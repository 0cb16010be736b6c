import { classifyIndustry } from '@leadlight/domain/industries/classify-industry'
import type { CompanyField } from '@leadlight/domain/prospects'
import { enqueueFinding } from './find-identities-job.ts'
import { hashAccount } from './hash-account.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { copyCompanyFacts } from '../prospects/copy-company-facts.ts'
import { noteCompanyFacts, type CompanyValue } from '../prospects/note-company-facts.ts'
import type { EnrichmentDependencies } from './enrichment-dependencies.ts'
import {
  copySite,
  findSite,
  findSiteReadSince,
  setSite,
  setSiteAccounts,
  type SiteVisit,
  type SiteRow,
} from './site-store.ts'
import type { CompanyWebsite, WebsiteReading } from './websites/website-reading.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long after it was read a website is read again. */
const FRESH_MS = 90 * DAY_MS
/** How long until a website that is gone, closed to machines or somebody else's is tried again. */
const ANEW_MS = 180 * DAY_MS
/** The longest wait after failures; each failure doubles it. */
const WAIT_MAX_MS = 14 * DAY_MS
/** How long another project of the organization can reuse what was read. */
const SHARED_MS = DAY_MS
const WEBSITE_FIELDS: readonly CompanyField[] = ['name', 'description', 'location', 'employees']

export interface CompanyIds {
  organizationId: string
  companyId: string
}

type Deps = Pick<EnrichmentDependencies, 'db' | 'clock' | 'newId' | 'jobs' | 'websites'>

/**
 * Reads a company's own website if it is due, and stores what it says, with where and when it was read. What it no
 * longer says goes; nothing is kept of a website that is gone, closed to machines or somebody else's by now.
 */
export async function readCompanySite(deps: Deps, ids: CompanyIds, signal: AbortSignal): Promise<void> {
  const { organizationId, companyId } = ids
  const scope = organizationScope(organizationId)
  const site = await deps.db.transaction(scope, async (tx) => {
    const found = await findSite(tx, organizationId, companyId)
    if (!found || !isDue(found, deps.clock.now())) return undefined
    return found.lookedAt === null && (await takeFromAnother(tx, deps, { ...ids, site: found })) ? undefined : found
  })
  if (!site) return
  const reading = await deps.websites.read(site.domain, signal)
  const now = deps.clock.now()
  await deps.db.transaction(scope, async (tx) => {
    // It may have been closed, or its company have gone, while it was read.
    const still = await findSite(tx, organizationId, companyId)
    if (!still || still.state === 'closed') return
    await setSite(tx, organizationId, companyId, lookOf(reading, { now, failures: site.failures }))
    if (reading.kind === 'failed') return
    await keep(tx, { ...ids, projectId: still.projectId, website: websiteOf(reading), now })
    await enqueueFinding(tx, deps, { organizationId, projectId: still.projectId }, { soon: true })
  })
}

// Another may have read it since somebody saw it wait.
function isDue({ nextAt }: SiteRow, now: Date): boolean {
  return nextAt !== null && nextAt <= now
}

/** Copies what another project of the organization has just read from the same website; false if none has. */
async function takeFromAnother(
  tx: Tx,
  deps: Deps,
  { organizationId, companyId, site }: CompanyIds & { site: SiteRow },
): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - SHARED_MS)
  const other = await findSiteReadSince(tx, organizationId, { domain: site.domain, since })
  if (!other) return false
  const way = { from: other.companyId, to: companyId }
  const ids = { organizationId, projectId: site.projectId }
  await setSite(tx, organizationId, companyId, other.visit)
  await copySite(tx, organizationId, way)
  await copyCompanyFacts(tx, ids, { ...way, sources: ['website', 'model'] })
  await enqueueFinding(tx, deps, ids, { soon: true })
  return true
}

function lookOf(reading: WebsiteReading, { now, failures }: { now: Date; failures: number }): SiteVisit {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const look = { lookedAt: now, error: null, failures: 0 }
  if (reading.kind === 'read') return { ...look, state: 'done', nextAt: after(FRESH_MS) }
  if (reading.kind !== 'failed') return { ...look, state: reading.kind, nextAt: after(ANEW_MS), error: reading.why }
  const wait = Math.max(reading.retryAfterMs ?? 0, Math.min(WAIT_MAX_MS, HOUR_MS * 2 ** Math.min(failures, 20)))
  return { lookedAt: now, state: 'failed', nextAt: after(wait), error: reading.why, failures: failures + 1 }
}

function websiteOf(reading: WebsiteReading): CompanyWebsite | undefined {
  return reading.kind === 'read' ? reading.website : undefined
}

interface Keeping extends CompanyIds {
  projectId: string
  /** Undefined if there is nothing to read. */
  website: CompanyWebsite | undefined
  now: Date
}

async function keep(tx: Tx, { organizationId, projectId, companyId, website, now }: Keeping): Promise<void> {
  const ids = { organizationId, projectId }
  const accounts = (website?.accounts ?? []).map(({ key, as }) => ({ hash: hashAccount(organizationId, key), as }))
  await setSiteAccounts(tx, organizationId, companyId, accounts)
  const stated = Object.fromEntries(WEBSITE_FIELDS.map((field) => [field, statedOf(website, field)]))
  await noteCompanyFacts(tx, ids, { companyId, source: 'website', seenAt: now, fields: stated })
  const industry = website && classifyIndustry(website.words)
  const classified = industry
    ? { value: industry.industry, sourceUrl: website.url, why: industry.words.join(', ') }
    : null
  await noteCompanyFacts(tx, ids, { companyId, source: 'model', seenAt: now, fields: { industry: classified } })
}

function statedOf(website: CompanyWebsite | undefined, field: CompanyField): CompanyValue | null {
  if (!website) return null
  if (field === 'description') {
    return website.description && { value: website.description.value, sourceUrl: website.description.url }
  }
  const value = field === 'name' || field === 'location' || field === 'employees' ? website[field] : null
  return value === null ? null : { value, sourceUrl: website.url }
}
