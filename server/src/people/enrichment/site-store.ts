import type { WEBSITE_STATES } from '@leadlight/contract/companies'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export type SiteState = (typeof WEBSITE_STATES)[number]

export interface SiteRow {
  projectId: string
  domain: string
  state: SiteState
  lookedAt: Date | null
  nextAt: Date | null
  error: string | null
  failures: number
}

/** When a company's website was last read; undefined if none is known. */
export async function findSite(tx: Tx, organizationId: string, companyId: string): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`
    select project_id as "projectId", domain, state, looked_at as "lookedAt", next_at as "nextAt", error, failures
    from company_site where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
  return rows[0]
}

export interface DueSite {
  organizationId: string
  companyId: string
  domain: string
}

/**
 * The websites that are due over all organizations, the longest waiting first. A project waits once its reads since an
 * instant reach `perProject`. In the scheduler's scope.
 */
export async function selectDueSites(
  tx: Tx,
  { now, since, perProject, limit }: { now: Date; since: Date; perProject: number; limit: number },
): Promise<DueSite[]> {
  const { rows } = await sql<DueSite>`
    with tired as materialized (
      select organization_id, project_id from company_site where looked_at > ${since}
      group by organization_id, project_id having count(*) >= ${perProject}
    )
    select organization_id as "organizationId", company_id as "companyId", domain from company_site site
    where next_at <= ${now} and not exists (
      select from tired where tired.organization_id = site.organization_id and tired.project_id = site.project_id)
    order by next_at, company_id limit ${limit}`.execute(tx)
  return rows
}

export interface SiteVisit {
  state: SiteState
  lookedAt: Date
  nextAt: Date | null
  error: string | null
  failures: number
}

/** Stores how a read went. */
export async function setSite(tx: Tx, organizationId: string, companyId: string, visit: SiteVisit): Promise<void> {
  await sql`
    update company_site set state = ${visit.state}, looked_at = ${visit.lookedAt}, next_at = ${visit.nextAt},
      error = ${visit.error}, failures = ${visit.failures}
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}

/** An account that a website names, known only by its hash. */
export interface HashedAccount {
  hash: string
  as: 'own' | 'founder' | 'employee'
}

/** Replaces the accounts that the website names. */
export async function setSiteAccounts(
  tx: Tx,
  organizationId: string,
  companyId: string,
  accounts: readonly HashedAccount[],
): Promise<void> {
  await sql`
    update company_site set accounts = ${JSON.stringify(accounts)}::jsonb
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}

/** How many websites of a project's companies were read since an instant, as `selectDueSites` counts them. */
export async function countSites(
  tx: Tx,
  organizationId: string,
  { projectId, since }: { projectId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from company_site
    where organization_id = ${organizationId} and project_id = ${projectId} and looked_at > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Makes a company's website due; the last read's outcome stays until then. */
export async function askForSite(tx: Tx, organizationId: string, companyId: string, now: Date): Promise<void> {
  await sql`
    update company_site set state = 'waiting', next_at = ${now}
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}

/** The same website as read by another project of the organization since an instant. */
export async function findSiteReadSince(
  tx: Tx,
  organizationId: string,
  { domain, since }: { domain: string; since: Date },
): Promise<{ companyId: string; visit: SiteVisit } | undefined> {
  const { rows } = await sql<SiteVisit & { companyId: string }>`
    select company_id as "companyId", state, looked_at as "lookedAt", next_at as "nextAt", error, failures from company_site
    where organization_id = ${organizationId} and domain = ${domain} and looked_at > ${since}
      and state in ('done', 'gone', 'refused', 'elsewhere')
    order by looked_at desc, company_id limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { companyId, ...visit } = row
  return { companyId, visit }
}

/** Copies what a website says, and the accounts it names, from one company to another. */
export async function copySite(
  tx: Tx,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update company_site set accounts = read.accounts from company_site read
    where company_site.organization_id = ${organizationId} and company_site.company_id = ${to}
      and read.organization_id = ${organizationId} and read.company_id = ${from}`.execute(tx)
}

/** Marks a website as never to be read again, not even on request. */
export async function closeSite(tx: Tx, organizationId: string, companyId: string, error: string): Promise<void> {
  await sql`
    update company_site set state = 'closed', next_at = null, error = ${error}, accounts = '[]'
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}
