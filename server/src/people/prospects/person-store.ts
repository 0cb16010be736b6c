import type { ProjectIds } from '../../platform/actor.ts'
import type { Account } from '@leadlight/domain/authors'
import { FACT_SOURCES } from '@leadlight/domain/prospects'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface NewAccount extends Account {
  platform: string
  profileId: string
  personId: string
  postedAt: Date
}

export interface StoredAccount {
  platform: string
  externalId: string
  profileId: string
  personId: string
}

/** How many characters a search reads of one person. */
export const SEARCH_MAX = 4_000

/** How a visible field is stored in the row. */
export const SHOWN = sql`jsonb_build_object('value', said.value, 'source', said.source, 'source_url', said.source_url,
  'seen_at', to_char(said.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** Most trusted source first; of one source the newest. */
export const BY_BELIEF = sql`array_position(${[...FACT_SOURCES]}::text[], said.source), said.seen_at desc`

/**
 * Adds the accounts that the project does not know yet, each with its own person. In a fixed order, so that two that
 * add the same wait for each other instead of deadlocking.
 */
export async function insertAccounts(
  tx: Tx,
  { organizationId, projectId, now }: ProjectIds & { now: Date },
  accounts: readonly NewAccount[],
): Promise<void> {
  await sql`
    with found as (
      select * from unnest(
        ${accounts.map(({ profileId }) => profileId)}::uuid[], ${accounts.map(({ personId }) => personId)}::uuid[],
        ${accounts.map(({ platform }) => platform)}::text[], ${accounts.map(({ externalId }) => externalId)}::text[],
        ${accounts.map(({ handle }) => handle)}::text[], ${accounts.map(({ name }) => name)}::text[],
        ${accounts.map(({ url }) => url)}::text[], ${accounts.map(({ postedAt }) => postedAt)}::timestamptz[]
      ) as found (id, person_id, platform, external_id, handle, name, url, posted_at)
    ), fresh as (
      insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, url, created_at)
      select id, ${organizationId}::uuid, ${projectId}::uuid, person_id, platform, external_id, handle, name, url, ${now}::timestamptz
      from found order by platform, external_id
      on conflict (organization_id, project_id, platform, external_id) do nothing
      returning id
    )
    insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, created_at, name, search)
    select found.person_id, ${organizationId}::uuid, ${projectId}::uuid, '{}', array[found.platform], 0, found.posted_at,
      ${now}::timestamptz, found.name, ''
    from found join fresh using (id)`.execute(tx)
}

/** The project's accounts among these. */
export async function selectAccounts(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  accounts: readonly { platform: string; externalId: string }[],
): Promise<StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    select profile.platform, profile.external_id as "externalId", profile.id as "profileId", profile.person_id as "personId"
    from unnest(
      ${accounts.map(({ platform }) => platform)}::text[], ${accounts.map(({ externalId }) => externalId)}::text[]
    ) as wanted (platform, external_id)
    join person_profile profile on profile.organization_id = ${organizationId} and profile.project_id = ${projectId}
      and profile.platform = wanted.platform and profile.external_id = wanted.external_id`.execute(tx)
  return rows
}

/** Locks these people until the transaction ends, in the order of their ids like everybody who locks several. */
export async function lockPeople(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from person where organization_id = ${organizationId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
}

/**
 * Derives the visible rows of these people from their accounts, facts and posts. The caller has locked them. An
 * unchanged row is not written.
 */
export async function renewPersonRows(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with profile as (
      select * from person_profile where organization_id = ${organizationId} and person_id = any(${ids}::uuid[])
    ), believed as (
      select distinct on (profile.person_id, said.field) profile.person_id, said.field, ${SHOWN} as shown
      from profile join profile_fact said on said.organization_id = ${organizationId} and said.profile_id = profile.id
      order by profile.person_id, said.field, ${BY_BELIEF}, profile.id
    ), known as (
      select person_id, jsonb_object_agg(field, shown) as fields from believed group by person_id
    ), accounts as (
      select person_id, array_agg(distinct platform order by platform) as platforms,
        (array_agg(name order by created_at, id))[1] as name,
        string_agg(concat_ws(E'\n', name, handle), E'\n' order by created_at, id) as names
      from profile group by person_id
    ), said as (
      select profile.person_id, count(*)::integer as posts, max(lead.posted_at) as last_posted_at
      from profile join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
      group by profile.person_id
    ), fresh as (
      select person.id, coalesce(known.fields, '{}') as fields, accounts.platforms, coalesce(said.posts, 0) as posts,
        coalesce(said.last_posted_at, person.last_posted_at) as last_posted_at,
        coalesce(known.fields #>> '{name,value}', accounts.name) as name,
        left(coalesce(app_folded(concat_ws(E'\n', known.fields #>> '{name,value}', accounts.names,
          known.fields #>> '{person_title,value}', known.fields #>> '{company_name,value}',
          known.fields #>> '{location,value}')), ''), ${SEARCH_MAX}) as search
      from person join accounts on accounts.person_id = person.id
      left join known on known.person_id = person.id left join said on said.person_id = person.id
      where person.organization_id = ${organizationId}
    )
    update person set fields = fresh.fields, platforms = fresh.platforms, posts = fresh.posts,
      last_posted_at = fresh.last_posted_at, name = fresh.name, search = fresh.search
    from fresh where person.organization_id = ${organizationId} and person.id = fresh.id
      and (person.fields, person.platforms, person.posts, person.last_posted_at, person.name, person.search)
        is distinct from (fresh.fields, fresh.platforms, fresh.posts, fresh.last_posted_at, fresh.name, fresh.search)`.execute(
    tx,
  )
}

/** The people who own these accounts. */
export async function selectPeopleOf(tx: Tx, organizationId: string, profileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from person_profile
    where organization_id = ${organizationId} and id = any(${profileIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The companies that these people's accounts name. */
export async function selectCompaniesOf(
  tx: Tx,
  organizationId: string,
  personIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct company_member.company_id as id
    from person_profile profile join company_member
      on company_member.organization_id = ${organizationId} and company_member.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.person_id = any(${personIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The accounts that wrote these leads. */
export async function selectProfilesOfLeads(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct profile_id as id from lead_view lead
    where organization_id = ${organizationId} and id = any(${leadIds}::uuid[]) and profile_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whoever made a lead from one of these accounts' posts has committed; whoever does so from now on waits. */
export async function lockProfiles(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from person_profile where organization_id = ${organizationId} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx)
}

/** Deletes those of the accounts that no post is left of, with their facts. */
export async function deleteSilentProfiles(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from person_profile profile
    where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and not exists (
      select from lead_view lead where lead.organization_id = ${organizationId} and lead.profile_id = profile.id)`.execute(
    tx,
  )
}

/** Deletes those of the people who have no account left. */
export async function deleteWithoutAccount(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from person
    where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and not exists (
      select from person_profile profile
      where profile.organization_id = ${organizationId} and profile.person_id = person.id)`.execute(tx)
}
