import type { ProjectIds } from '../../platform/actor.ts'
import type { FactSource, PersonField } from '@leadlight/domain/prospects'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface ProfileFact {
  profileId: string
  field: PersonField
  source: FactSource
  value: string
  sourceUrl: string | null
  seenAt: Date
}

/** Stores what a source says, unless a newer value of it is stored. */
export async function putFact(tx: Tx, organizationId: string, fact: ProfileFact): Promise<void> {
  const { profileId, field, source, value, sourceUrl, seenAt } = fact
  await sql`
    insert into profile_fact (organization_id, profile_id, field, source, value, source_url, seen_at)
    values (${organizationId}, ${profileId}, ${field}, ${source}, ${value}, ${sourceUrl}, ${seenAt})
    on conflict (profile_id, field, source) do update
    set value = excluded.value, source_url = excluded.source_url, seen_at = excluded.seen_at
    where profile_fact.seen_at <= excluded.seen_at`.execute(tx)
}

/** Deletes a field that a source no longer says. */
export async function deleteFact(
  tx: Tx,
  organizationId: string,
  { profileId, field, source, seenAt }: Omit<ProfileFact, 'value' | 'sourceUrl'>,
): Promise<void> {
  await sql`
    delete from profile_fact
    where organization_id = ${organizationId} and profile_id = ${profileId} and field = ${field} and source = ${source}
      and seen_at <= ${seenAt}`.execute(tx)
}

/** The name of an account's owner, with the account locked; undefined if the project has no such account. */
export async function findOwner(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  profileId: string,
): Promise<{ names: string[] } | undefined> {
  const { rows } = await sql<{ name: string; handle: string }>`
    select name, handle from person_profile
    where organization_id = ${organizationId} and project_id = ${projectId} and id = ${profileId}
    for no key update`.execute(tx)
  return rows[0] && { names: [rows[0].name, rows[0].handle] }
}

/** What a source says of an account's owner now. */
export async function selectStated(
  tx: Tx,
  organizationId: string,
  { profileId, source }: { profileId: string; source: FactSource },
): Promise<Partial<Record<PersonField, string>>> {
  const { rows } = await sql<{ field: PersonField; value: string }>`
    select field, value from profile_fact
    where organization_id = ${organizationId} and profile_id = ${profileId} and source = ${source}`.execute(tx)
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]))
}

/** Whether anybody but the team states a company for the account's owner. */
export async function statesCompany(tx: Tx, organizationId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile_fact
    where organization_id = ${organizationId} and profile_id = ${profileId} and field = 'company_name' and source <> 'team'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Where and when an account's profile was last read for a company or a website. */
export async function findStatedSource(
  tx: Tx,
  organizationId: string,
  profileId: string,
): Promise<{ sourceUrl: string | null; seenAt: Date } | undefined> {
  const { rows } = await sql<{ sourceUrl: string | null; seenAt: Date }>`
    select source_url as "sourceUrl", seen_at as "seenAt" from profile_fact
    where organization_id = ${organizationId} and profile_id = ${profileId} and source = 'profile'
      and field in ('company_name', 'website')
    order by seen_at desc, field limit 1`.execute(tx)
  return rows[0]
}

/** The addresses under which facts were read of those of the accounts that no post is left of. */
export async function selectSilentAddresses(
  tx: Tx,
  organizationId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with silent as (
      select id, url from person_profile profile
      where organization_id = ${organizationId} and id = any(${profileIds}::uuid[]) and not exists (
        select from lead_view lead where lead.organization_id = ${organizationId} and lead.profile_id = profile.id)
    )
    select url as address from silent where url is not null
    union select said.source_url from silent join profile_fact said
      on said.organization_id = ${organizationId} and said.profile_id = silent.id and said.source_url is not null
    union select member.source_url from silent join company_member member
      on member.organization_id = ${organizationId} and member.profile_id = silent.id and member.source_url is not null`.execute(
    tx,
  )
  return rows.map(({ address }) => address)
}

/**
 * Removes these addresses from the facts of companies, unless an account that still names the company has the same one.
 * The facts stay; the caller derives the visible rows again.
 */
export async function dropCompanyAddresses(
  tx: Tx,
  organizationId: string,
  { companyIds, addresses }: { companyIds: readonly string[]; addresses: readonly string[] },
): Promise<void> {
  if (companyIds.length === 0 || addresses.length === 0) return
  await sql`
    update company_fact said set source_url = null
    where organization_id = ${organizationId} and company_id = any(${companyIds}::uuid[])
      and source_url = any(${addresses}::text[]) and not exists (
        select from company_member member
        where member.organization_id = ${organizationId} and member.company_id = said.company_id
          and member.source_url = said.source_url)`.execute(tx)
}
