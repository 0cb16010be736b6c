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

/** When a company's website was looked at last; undefined where none is known. */
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
 * Whose turn it is over all organizations, the longest waiting first; a project whose looks since an instant have come to
 * `perProject` waits. In the scheduler's scope.
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

/** How a look went. */
export async function setSite(tx: Tx, organizationId: string, companyId: string, look: SiteVisit): Promise<void> {
  await sql`
    update company_site set state = ${look.state}, looked_at = ${look.lookedAt}, next_at = ${look.nextAt},
      error = ${look.error}, failures = ${look.failures}
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}

/** An account that a website names, told by a hash alone. */
export interface HashedAccount {
  hash: string
  as: 'own' | 'founder' | 'employee'
}

/** Which accounts the website names by now. */
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

/** How many websites of a project's companies were looked at since an instant, as `selectDueSites` counts them. */
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

/** Has a company's website looked at as soon as there is room; what the last look came to stays until then. */
export async function askForSite(tx: Tx, organizationId: string, companyId: string, now: Date): Promise<void> {
  await sql`
    update company_site set state = 'waiting', next_at = ${now}
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}

/** The same website as another project of the organization read it since an instant. */
export async function findSiteReadSince(
  tx: Tx,
  organizationId: string,
  { domain, since }: { domain: string; since: Date },
): Promise<{ companyId: string; look: SiteVisit } | undefined> {
  const { rows } = await sql<SiteVisit & { companyId: string }>`
    select company_id as "companyId", state, looked_at as "lookedAt", next_at as "nextAt", error, failures from company_site
    where organization_id = ${organizationId} and domain = ${domain} and looked_at > ${since}
      and state in ('done', 'gone', 'refused', 'elsewhere')
    order by looked_at desc, company_id limit 1`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { companyId, ...look } = row
  return { companyId, look }
}

/** What a website says, as it is kept of one company, kept of another as well, with the accounts it names. */
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

/** Says of a website that it is not to be read again, not even when somebody asks for it. */
export async function closeSite(tx: Tx, organizationId: string, companyId: string, error: string): Promise<void> {
  await sql`
    update company_site set state = 'closed', next_at = null, error = ${error}, accounts = '[]'
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
}
