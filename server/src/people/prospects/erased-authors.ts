import { accountOf, type Author } from '@leadlight/domain/authors'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The hash of an erased account: salted with the organization, so that it means nothing elsewhere. */
function hashOf(organizationId: string, platform: RawBuilder<unknown>, externalId: RawBuilder<unknown>) {
  return sql`sha256(convert_to(${organizationId} || ' ' || ${platform} || ' ' || ${externalId}, 'UTF8'))`
}

const OF_PROFILE = { platform: sql`profile.platform`, externalId: sql`profile.external_id` }

/** Records that a person's accounts are to be erased and must not come back. */
export async function insertErased(
  tx: Tx,
  organizationId: string,
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  await sql`
    insert into erased_author (organization_id, author, erased_at)
    select ${organizationId}::uuid, ${hashOf(organizationId, OF_PROFILE.platform, OF_PROFILE.externalId)}, ${now}::timestamptz
    from person_profile profile
    where organization_id = ${organizationId} and person_id = ${personId}
    on conflict do nothing`.execute(tx)
}

/** Which of these posts the organization must not keep, as their authors were erased from it. */
export async function findErased(
  tx: Tx,
  organizationId: string,
  posts: readonly { id: string; platform: string; author: Author | null }[],
): Promise<ReadonlySet<string>> {
  const accounts = posts.flatMap(({ id, platform, author }) => {
    const account = accountOf(platform, author)
    return account ? [{ postId: id, platform, externalId: account.externalId }] : []
  })
  return accounts.length === 0 ? new Set() : new Set(await selectErased(tx, organizationId, accounts))
}

async function selectErased(
  tx: Tx,
  organizationId: string,
  posts: readonly { postId: string; platform: string; externalId: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ postId: string }>`
    select found.post_id as "postId"
    from unnest(
      ${posts.map(({ postId }) => postId)}::uuid[], ${posts.map(({ platform }) => platform)}::text[],
      ${posts.map(({ externalId }) => externalId)}::text[]
    ) as found (post_id, platform, external_id)
    join erased_author on erased_author.organization_id = ${organizationId}
      and erased_author.author = ${hashOf(organizationId, sql`found.platform`, sql`found.external_id`)}`.execute(tx)
  return rows.map(({ postId }) => postId)
}

export interface ErasedLead {
  leadId: string
  projectId: string
  personId: string
  platform: string
  /** What the post names its author. */
  authorExternalId: string | null
  authorUrl: string | null
  names: string[]
}

/** Leads of erased accounts that still exist, in any project, at most `limit`. */
export async function selectLeadsOfErased(tx: Tx, organizationId: string, limit: number): Promise<ErasedLead[]> {
  const { rows } = await sql<ErasedLead>`
    select lead.id as "leadId", lead.project_id as "projectId", profile.person_id as "personId", post.platform, post.author_external_id as "authorExternalId",
      post.author_url as "authorUrl", array[profile.handle, profile.name] || array(
        select value from profile_fact
        where profile_fact.organization_id = ${organizationId} and profile_fact.profile_id = profile.id and field = 'name'
      ) as names
    from person_profile profile
    join erased_author on erased_author.organization_id = ${organizationId}
      and erased_author.author = ${hashOf(organizationId, OF_PROFILE.platform, OF_PROFILE.externalId)}
    join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
    join post_view post on post.id = lead.post_id
    where profile.organization_id = ${organizationId}
    order by lead.id limit ${limit}`.execute(tx)
  return rows
}
