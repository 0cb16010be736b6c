import type { ProjectIds } from '../../platform/actor.ts'
import { accountKey } from '@leadlight/domain/identity/profile-address'
import type {
  CompanyEvidence,
  LinkableCompany,
  LinkableProfile,
} from '@leadlight/domain/company-links/propose-companies'
import type { ProposalState } from '@leadlight/domain/identity/proposals'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface CompanyProposalRow {
  id: string
  profile_id: string
  person_id: string
  company_id: string
  company_name: string
  company_domain: string | null
  /** In ten-thousandths. */
  probability: number
  evidence: CompanyEvidence[]
  state: ProposalState
  proposed_at: Date
  decided_at: Date | null
}

export interface NewCompanyProposal {
  id: string
  profileId: string
  companyId: string
  probability: number
  evidence: readonly CompanyEvidence[]
}

interface ListWish {
  state: ProposalState
  personId: string | null
  companyId: string | null
}

const COLUMNS = sql`
  proposal.id, proposal.profile_id, profile.person_id, proposal.company_id, company.name as company_name,
  company.domain as company_domain, proposal.probability, proposal.evidence, proposal.state, proposal.proposed_at,
  proposal.decided_at`

/**
 * `offset 0` keeps the planner to two look-ups for each proposal: where an organization has more rows than it counted
 * last, it would pair all people with all companies first.
 */
function joined(organizationId: string): RawBuilder<unknown> {
  return sql`
    from company_proposal proposal
    cross join lateral (
      select found.person_id from person_profile_view found
      where found.organization_id = ${organizationId} and found.id = proposal.profile_id offset 0
    ) profile
    cross join lateral (
      select found.id, found.name, found.domain, found.deleted from company_view found
      where found.organization_id = ${organizationId} and found.id = proposal.company_id offset 0
    ) company`
}

/** Somebody who belongs there by now needs no decision any more, nor does a deleted company. */
function listed(
  { organizationId, projectId }: ProjectIds,
  { state, personId, companyId }: ListWish,
): RawBuilder<unknown> {
  const waits = sql`and not company.deleted and not exists (
    select from (
      select found.id from person_profile_view found
      where found.organization_id = ${organizationId} and found.person_id = profile.person_id offset 0
    ) own
    join company_member_view company_member on company_member.organization_id = ${organizationId}
      and company_member.profile_id = own.id and company_member.company_id = company.id)`
  return sql`
    ${joined(organizationId)}
    where proposal.organization_id = ${organizationId} and proposal.project_id = ${projectId}
      and proposal.state = ${state} ${state === 'open' ? waits : sql``}
      ${personId === null ? sql`` : sql`and profile.person_id = ${personId}`}
      ${companyId === null ? sql`` : sql`and proposal.company_id = ${companyId}`}`
}

/** Likeliest first. */
export async function selectCompanyProposals(
  tx: Tx,
  ids: ProjectIds,
  wish: ListWish & { after: { value: number; id: string } | null; limit: number },
): Promise<CompanyProposalRow[]> {
  const { after } = wish
  const beyond = after ? sql`and (proposal.probability, proposal.id) < (${after.value}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<CompanyProposalRow>`
    select ${COLUMNS} ${listed(ids, wish)} ${beyond}
    order by proposal.probability desc, proposal.id desc limit ${wish.limit}`.execute(tx)
  return rows
}

/** How many there are, counted up to `max`. */
export async function countCompanyProposals(tx: Tx, ids: ProjectIds, wish: ListWish, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select ${listed(ids, wish)} limit ${max}) as counted`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A proposal of the project, locked until the transaction ends. */
export async function lockCompanyProposal(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  id: string,
): Promise<CompanyProposalRow | undefined> {
  const { rows } = await sql<CompanyProposalRow>`
    select ${COLUMNS} ${joined(organizationId)}
    where proposal.organization_id = ${organizationId} and proposal.project_id = ${projectId} and proposal.id = ${id}
    for update of proposal`.execute(tx)
  return rows[0]
}

export async function decideCompanyProposal(
  tx: Tx,
  organizationId: string,
  id: string,
  { state, at }: { state: ProposalState; at: Date | null },
): Promise<void> {
  await sql`
    update company_proposal set state = ${state}, decided_at = ${at}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Replaces the open proposals with what was found now. Decisions stay; what did not change is not written. */
export async function renewCompanyProposals(
  tx: Tx,
  { organizationId, projectId, now }: ProjectIds & { now: Date },
  found: readonly NewCompanyProposal[],
): Promise<void> {
  const rows = JSON.stringify(
    found.map(({ profileId, companyId, ...rest }) => ({ ...rest, profile_id: profileId, company_id: companyId })),
  )
  const fresh = sql`jsonb_to_recordset(${rows}::jsonb)
    as fresh (id uuid, profile_id uuid, company_id uuid, probability integer, evidence jsonb)`
  await sql`
    delete from company_proposal proposal
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'open' and not exists (
      select from ${fresh} where fresh.profile_id = proposal.profile_id and fresh.company_id = proposal.company_id)`.execute(
    tx,
  )
  await sql`
    insert into company_proposal as proposal
      (id, organization_id, project_id, profile_id, company_id, probability, evidence, proposed_at)
    select fresh.id, ${organizationId}::uuid, ${projectId}::uuid, profile_id, company_id, probability, evidence, ${now}::timestamptz
    from ${fresh}
    -- Either may have gone since they were read.
    where exists (select from person_profile_view person_profile where organization_id = ${organizationId} and id = fresh.profile_id)
      and exists (select from company_view company where organization_id = ${organizationId} and id = fresh.company_id)
    on conflict (organization_id, project_id, profile_id, company_id) do update
    set probability = excluded.probability, evidence = excluded.evidence
    where proposal.state = 'open'
      and (proposal.probability, proposal.evidence) is distinct from (excluded.probability, excluded.evidence)`.execute(
    tx,
  )
}

interface SaidOfAccount {
  id: string
  platform: string
  externalId: string
  handle: string
  name: string
  said: Partial<Record<string, string>> | null
  verifiedLinks: string[] | null
  companyIds: string[]
}

/** What the project's accounts publish of where their owners belong, at most `limit`, newest first. */
export async function selectLinkableProfiles(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { limit, hashOf }: { limit: number; hashOf: (key: string) => string },
): Promise<LinkableProfile[]> {
  const { rows } = await sql<SaidOfAccount>`
    select profile.id, profile.platform, profile.external_id as "externalId", profile.handle, profile.name,
      (select jsonb_object_agg(field, value) from profile_fact_view profile_fact
        where profile_fact.organization_id = ${organizationId} and profile_fact.profile_id = profile.id
          and source = 'profile') as said,
      look.verified_links as "verifiedLinks",
      array(select company_member.company_id from company_member_view company_member
        where company_member.organization_id = ${organizationId} and company_member.profile_id = profile.id) as "companyIds"
    from person_profile_view profile left join profile_look_view look
      on look.organization_id = ${organizationId} and look.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.project_id = ${projectId}
    order by profile.created_at desc, profile.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => {
    const said = row.said ?? {}
    return {
      id: row.id,
      accountHash: hashOf(keyOf(row)),
      names: [row.name, row.handle, ...(said['name'] === undefined ? [] : [said['name']])],
      bio: said['bio'] ?? null,
      website: said['website'] ?? null,
      verifiedLinks: row.verifiedLinks ?? [],
      email: said['email'] ?? null,
      company: said['company_name'] ?? null,
      companyIds: row.companyIds,
    }
  })
}

/** The key that an address of the account would have. */
function keyOf({ platform, externalId, handle }: SaidOfAccount): string {
  if (platform === 'mastodon') {
    const [user = '', host = ''] = handle.split('@')
    return accountKey(platform, user, host)
  }
  // Handles there are display names, and ids such as `stackoverflow.com/12`.
  if (platform === 'stack_exchange') return accountKey(platform, externalId, null)
  return accountKey(platform, handle, null)
}

/** The companies that the project knows, with the accounts that their websites name. */
export async function selectLinkableCompanies(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  limit: number,
): Promise<LinkableCompany[]> {
  const { rows } = await sql<LinkableCompany>`
    select company.id, company.name, company.name_key as "nameKey", company.domain, coalesce(site.accounts, '[]') as accounts
    from company_view company left join company_site_view site
      on site.organization_id = ${organizationId} and site.company_id = company.id
    where company.organization_id = ${organizationId} and company.project_id = ${projectId} and not company.deleted
    order by company.created_at desc, company.id desc limit ${limit}`.execute(tx)
  return rows
}
