import { sql } from 'kysely'
import { findSuppressedAccounts, insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Tx } from '../../platform/db.ts'
import { hashAccountsOf, selectKnownAccounts, type KnownAccount } from './account-ids.ts'

const PROFILES_AT_ONCE = 5_000

/** Records that a person's accounts are to be erased and must not come back. */
export async function suppressPerson(
  tx: Tx,
  suppression: Suppression,
  { organizationId, personId, now }: { organizationId: string; personId: string; now: Date },
): Promise<void> {
  const hashes = await hashAccountsOf(tx, suppression, { organizationId, personIds: [personId] })
  const hashed = hashes.map(({ author }) => ({ author, at: now }))
  await insertSuppressed(tx, organizationId, hashed)
}

/** The accounts that the organization still has and may not keep, in any project. */
export async function listSuppressedProfiles(
  tx: Tx,
  suppression: Suppression,
  organizationId: string,
): Promise<string[]> {
  const found: string[] = []
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const isMeant = sql<boolean>`id > ${after}`
    const profiles: KnownAccount[] = await selectKnownAccounts(tx, organizationId, {
      isMeant,
      limit: PROFILES_AT_ONCE,
    })
    const asked = profiles.flatMap(({ id, platform, externalIds }) =>
      externalIds.map((externalId) => ({ id, platform, externalId, organizationId })),
    )
    const suppressed = await findSuppressedAccounts(tx, suppression, asked)
    found.push(...new Set(asked.filter((_, at) => suppressed.has(at)).map(({ id }) => id)))
    after = profiles.length < PROFILES_AT_ONCE ? undefined : profiles.at(-1)?.id
  }
  return found
}

export interface SuppressedLead {
  leadId: string
  projectId: string
  personId: string
  postId: string
  platform: string
  /** What the post names its author. */
  author: { externalId: string | null; name: string | null; url: string | null }
  names: string[]
}

/** Leads that these accounts wrote, in any project, at most `limit`. */
export async function selectLeadsOfProfiles(
  tx: Tx,
  organizationId: string,
  { profileIds, limit }: { profileIds: readonly string[]; limit: number },
): Promise<SuppressedLead[]> {
  const { rows } = await sql<SuppressedLead>`
    select lead.id as "leadId", lead.project_id as "projectId", profile.person_id as "personId", post.id as "postId", post.platform,
      jsonb_build_object('externalId', post.author_external_id, 'name', post.author_name, 'url', post.author_url) as author,
      array[profile.handle, profile.name] || array(
        select value from profile_fact
        where profile_fact.organization_id = ${organizationId} and profile_fact.profile_id = profile.id and field = 'name'
      ) as names
    from person_profile profile
    join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
    join post_view post on post.id = lead.post_id
    where profile.organization_id = ${organizationId} and profile.id = any(${profileIds}::uuid[])
    order by lead.id limit ${limit}`.execute(tx)
  return rows
}
