import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { BY_BELIEF, SEARCH_MAX, SHOWN } from './person-store.ts'

export interface NewCompany {
  id: string
  domain: string | null
  nameKey: string
  name: string
}

interface CompanyNames {
  domain: string | null
  nameKey: string
}

/**
 * The project's company with that domain or else that name, preferring one without a domain. A company with another
 * domain does not match a given one.
 */
export async function findCompanyId(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { domain, nameKey }: CompanyNames,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from company
    where organization_id = ${organizationId} and project_id = ${projectId}
      and (domain = ${domain}::text or (name_key = ${nameKey} and (${domain}::text is null or domain is null)))
    order by domain = ${domain}::text desc nulls last, domain is null desc, created_at, id limit 1`.execute(tx)
  return rows[0]?.id
}

export async function insertCompany(
  tx: Tx,
  { organizationId, projectId, now }: ProjectIds & { now: Date },
  { id, domain, nameKey, name }: NewCompany,
): Promise<void> {
  await sql`
    insert into company (id, organization_id, project_id, domain, name_key, fields, platforms, people, posts, last_posted_at,
      created_at, name, search)
    values (${id}, ${organizationId}, ${projectId}, ${domain}, ${nameKey}, '{}', '{}', 0, 0, ${now}, ${now}, ${name}, '')`.execute(
    tx,
  )
}

/** Sets the domain of a company that was known only by its name. */
export async function setDomain(tx: Tx, organizationId: string, id: string, domain: string): Promise<void> {
  await sql`
    update company set domain = ${domain} where organization_id = ${organizationId} and id = ${id} and domain is null`.execute(
    tx,
  )
}

export interface Fact {
  field: string
  source: string
  value: string
  sourceUrl: string | null
  seenAt: Date
  /** The words it was read from, if it is not quoted as it stands. */
  why?: string | null
}

/** Stores what a source says, unless a newer value of it is stored. */
export async function putCompanyFacts(
  tx: Tx,
  organizationId: string,
  companyId: string,
  facts: readonly Fact[],
): Promise<void> {
  for (const { field, source, value, sourceUrl, seenAt, why = null } of facts) {
    await sql`
      insert into company_fact (organization_id, company_id, field, source, value, source_url, seen_at, why)
      values (${organizationId}, ${companyId}, ${field}, ${source}, ${value}, ${sourceUrl}, ${seenAt}, ${why})
      on conflict (company_id, field, source) do update
      set value = excluded.value, source_url = excluded.source_url, seen_at = excluded.seen_at, why = excluded.why
      where company_fact.seen_at <= excluded.seen_at`.execute(tx)
  }
}

/** Deletes what a source no longer says of these fields. */
export async function deleteCompanyFacts(
  tx: Tx,
  organizationId: string,
  { companyId, source, fields, seenAt }: { companyId: string; source: string; fields: readonly string[]; seenAt: Date },
): Promise<void> {
  await sql`
    delete from company_fact
    where organization_id = ${organizationId} and company_id = ${companyId} and source = ${source}
      and field = any(${[...fields]}::text[]) and seen_at <= ${seenAt}`.execute(tx)
}

/** Deletes everything these sources say of a company. */
export async function deleteCompanyFactsOf(
  tx: Tx,
  organizationId: string,
  { companyId, sources }: { companyId: string; sources: readonly string[] },
): Promise<void> {
  await sql`
    delete from company_fact
    where organization_id = ${organizationId} and company_id = ${companyId} and source = any(${[...sources]}::text[])`.execute(
    tx,
  )
}

/** A company of the project, locked until the transaction ends; undefined if there is none. */
export async function lockCompany(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  id: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from company where organization_id = ${organizationId} and project_id = ${projectId} and id = ${id}
    for no key update`.execute(tx)
  return rows[0]
}

export interface Membership {
  companyId: string
  profileId: string
  source: string
  sourceUrl: string | null
  seenAt: Date
}

export async function putMember(tx: Tx, organizationId: string, member: Membership): Promise<void> {
  const { companyId, profileId, source, sourceUrl, seenAt } = member
  await sql`
    insert into company_member (organization_id, company_id, profile_id, source, source_url, seen_at)
    values (${organizationId}, ${companyId}, ${profileId}, ${source}, ${sourceUrl}, ${seenAt})
    on conflict (company_id, profile_id) do update
    set source = excluded.source, source_url = excluded.source_url, seen_at = excluded.seen_at
    -- What the team said stands until the team takes it back.
    where company_member.seen_at <= excluded.seen_at and company_member.source <> 'team'`.execute(tx)
}

/** Takes an account out of a company that this source put it into. */
export async function deleteMemberBy(
  tx: Tx,
  organizationId: string,
  { companyId, profileId, source }: Pick<Membership, 'companyId' | 'profileId' | 'source'>,
): Promise<void> {
  await sql`
    delete from company_member
    where organization_id = ${organizationId} and company_id = ${companyId} and profile_id = ${profileId}
      and source = ${source}`.execute(tx)
}

/** The name of the company that the team put an account into last. */
export async function selectNameByTeam(tx: Tx, organizationId: string, profileId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select company.name from company_member
    join company on company.organization_id = ${organizationId} and company.id = company_member.company_id
    where company_member.organization_id = ${organizationId} and company_member.profile_id = ${profileId}
      and company_member.source = 'team'
    order by company_member.seen_at desc, company.id limit 1`.execute(tx)
  return rows[0]?.name
}

/** Takes an account out of the companies that a source no longer names. Returns them and where it was said. */
export async function deleteMembersExcept(
  tx: Tx,
  organizationId: string,
  { profileId, source, keptIds }: { profileId: string; source: string; keptIds: readonly string[] },
): Promise<{ companyId: string; sourceUrl: string | null }[]> {
  const { rows } = await sql<{ companyId: string; sourceUrl: string | null }>`
    delete from company_member
    where organization_id = ${organizationId} and profile_id = ${profileId} and source = ${source}
      and company_id <> all(${keptIds}::uuid[])
    returning company_id as "companyId", source_url as "sourceUrl"`.execute(tx)
  return rows
}

/** Locks these companies until the transaction ends, in the order of their ids like everybody who locks several. */
export async function lockCompanies(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from company where organization_id = ${organizationId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
}

/** Deletes those of the companies that have nobody left. */
export async function deleteWithoutMembers(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from company
    where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and not exists (
      select from company_member
      where company_member.organization_id = ${organizationId} and company_member.company_id = company.id)`.execute(tx)
}

/**
 * Derives the visible rows of these companies from their facts and their people's accounts. The caller has locked them.
 * An unchanged row is not written.
 */
export async function renewCompanyRows(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with believed as (
      select distinct on (said.company_id, said.field) said.company_id, said.field, ${SHOWN} as shown
      from company_fact said where said.organization_id = ${organizationId} and said.company_id = any(${ids}::uuid[])
      order by said.company_id, said.field, ${BY_BELIEF}
    ), known as (
      select company_id, jsonb_object_agg(field, shown) as fields from believed group by company_id
    ), profile as (
      select company_member.company_id, person_profile.id, person_profile.person_id, person_profile.platform
      from company_member join person_profile
        on person_profile.organization_id = ${organizationId} and person_profile.id = company_member.profile_id
      where company_member.organization_id = ${organizationId} and company_member.company_id = any(${ids}::uuid[])
    ), members as (
      select company_id, count(distinct person_id)::integer as people,
        array_agg(distinct platform order by platform) as platforms
      from profile group by company_id
    ), said as (
      select profile.company_id, count(*)::integer as posts, max(lead.posted_at) as last_posted_at
      from profile join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
      group by profile.company_id
    ), fresh as (
      select company.id, coalesce(known.fields, '{}') as fields, coalesce(members.platforms, '{}') as platforms,
        coalesce(members.people, 0) as people, coalesce(said.posts, 0) as posts,
        coalesce(said.last_posted_at, company.last_posted_at) as last_posted_at,
        coalesce(known.fields #>> '{name,value}', company.name) as name,
        left(coalesce(app_folded(concat_ws(E'\n', coalesce(known.fields #>> '{name,value}', company.name), company.domain,
          known.fields #>> '{industry,value}', known.fields #>> '{location,value}')), ''), ${SEARCH_MAX}) as search
      from company left join known on known.company_id = company.id
      left join members on members.company_id = company.id left join said on said.company_id = company.id
      where company.organization_id = ${organizationId} and company.id = any(${ids}::uuid[])
    )
    update company set fields = fresh.fields, platforms = fresh.platforms, people = fresh.people, posts = fresh.posts,
      last_posted_at = fresh.last_posted_at, name = fresh.name, search = fresh.search
    from fresh where company.organization_id = ${organizationId} and company.id = fresh.id
      and (company.fields, company.platforms, company.people, company.posts, company.last_posted_at, company.name,
        company.search)
        is distinct from (fresh.fields, fresh.platforms, fresh.people, fresh.posts, fresh.last_posted_at, fresh.name,
        fresh.search)`.execute(tx)
}
