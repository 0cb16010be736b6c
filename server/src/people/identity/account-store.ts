import type { ProjectIds } from '../../platform/actor.ts'
import type { AuthorProfile } from '@leadlight/domain/identity/author-profile'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface AccountRow {
  id: string
  person_id: string
  platform: string
  external_id: string
  handle: string
  name: string
  url: string | null
  posts: number
}

/** The accounts of these people, oldest first. */
export async function selectAccountsOf(
  tx: Tx,
  organizationId: string,
  personIds: readonly string[],
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select id, person_id, platform, external_id, handle, name, url, (
      select count(*)::integer from lead_view lead
      where lead.organization_id = ${organizationId} and lead.profile_id = profile.id) as posts
    from person_profile_view profile
    where organization_id = ${organizationId} and person_id = any(${personIds}::uuid[])
    order by created_at, id`.execute(tx)
  return rows
}

/** People by their ids. */
export async function selectNames(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; posts: number }[]> {
  const { rows } = await sql<{ id: string; name: string; posts: number }>`
    select id, name, posts from person_view person
    where organization_id = ${organizationId} and id = any(${ids}::uuid[]) order by id`.execute(tx)
  return rows
}

interface SaidOfAccount {
  id: string
  person_id: string
  external_id: string
  platform: string
  handle: string
  name: string
  said: Partial<Record<string, string>> | null
  links: string[] | null
  verified_links: string[] | null
  avatar_hash: string | null
}

/**
 * The project's accounts with what they say of themselves and their owners, at most `limit`, newest first. `hashEmail`
 * replaces an address: comparing two needs only whether they are the same.
 */
export async function selectAuthorProfiles(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { limit, hashEmail }: { limit: number; hashEmail: (email: string) => string },
): Promise<{ profiles: AuthorProfile[]; personOf: Map<string, string> }> {
  const { rows } = await sql<SaidOfAccount>`
    select profile.id, profile.person_id, profile.platform, profile.external_id, profile.handle, profile.name,
      (select jsonb_object_agg(field, value) from profile_fact_view profile_fact
        where profile_fact.organization_id = ${organizationId} and profile_fact.profile_id = profile.id
          and source = 'profile') as said,
      look.links, look.verified_links, look.avatar_hash
    from person_profile_view profile left join profile_look_view look
      on look.organization_id = ${organizationId} and look.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.project_id = ${projectId}
    order by profile.created_at desc, profile.id desc limit ${limit}`.execute(tx)
  return {
    profiles: rows.map((row) => toAuthorProfile(row, hashEmail)),
    personOf: new Map(rows.map((row) => [row.id, row.person_id])),
  }
}

/** Platforms that only number people: a name there is a display name, not a handle. */
const NUMBERED = new Set(['stack_exchange', 'youtube'])

function toAuthorProfile(row: SaidOfAccount, hashEmail: (email: string) => string): AuthorProfile {
  const said = row.said ?? {}
  const [handle = '', host = null] = row.platform === 'mastodon' ? row.handle.split('@') : [row.handle]
  const website = said['website']
  return {
    id: row.id,
    platform: row.platform,
    host,
    handle: NUMBERED.has(row.platform) ? null : handle,
    number: NUMBERED.has(row.platform) ? row.external_id : null,
    displayName: said['name'] ?? (row.name === row.handle ? null : row.name),
    bio: said['bio'] ?? null,
    links: [...(row.links ?? []), ...(website === undefined ? [] : [website])],
    verifiedLinks: row.verified_links ?? [],
    location: said['location'] ?? null,
    company: said['company_name'] ?? null,
    avatarHash: row.avatar_hash,
    emailHash: said['email'] === undefined ? null : hashEmail(said['email'].trim().toLowerCase()),
  }
}
