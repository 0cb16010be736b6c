import type { ProjectIds } from '../../platform/actor.ts'
import { sql, type RawBuilder } from 'kysely'
import { isAtAddress } from '../../core/posts/post-address.ts'
import type { Tx } from '../../platform/db.ts'

/** A longer list would say no more. */
const PLACES_MAX = 20

/** Saves copies, in the order of their posts; copies already known, or erased meanwhile, are skipped. */
export async function insertCopies(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  copies: readonly { postId: string; originalId: string }[],
): Promise<void> {
  await sql`
    insert into post_copy (organization_id, project_id, post_id, original_post_id, found_at)
    select ${organizationId}::uuid, ${projectId}::uuid, fresh.post_id, coalesce(known.original_post_id, fresh.original_id),
      post.seen_at
    from unnest(${copies.map(({ postId }) => postId)}::uuid[], ${copies.map(({ originalId }) => originalId)}::uuid[])
        as fresh (post_id, original_id)
      join post_view post on post.id = fresh.post_id and post.gone_at is null
      join post_view original on original.id = fresh.original_id
      left join post_copy known on known.organization_id = ${organizationId} and known.project_id = ${projectId}
        and known.post_id = fresh.original_id
    where fresh.post_id <> coalesce(known.original_post_id, fresh.original_id) and not exists (
      select from lead where lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
        and lead.post_id = fresh.post_id)
    order by fresh.post_id
    on conflict (project_id, post_id) do nothing`.execute(tx)
}

export interface Duplicate {
  platform: string
  community: string | null
  author: string | null
  url: string
  posted_at: Date
}

/** Where else the project has seen the words of a lead's post, earliest first. */
export async function selectDuplicates(
  tx: Tx,
  organizationId: string,
  { projectId, postId }: { projectId: string; postId: string },
): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select post.platform, post.community_name as community, post.author_name as author, post.url, post.posted_at
    from post_copy join post_view post on post.id = post_copy.post_id and post.gone_at is null
    where post_copy.organization_id = ${organizationId} and post_copy.project_id = ${projectId}
      and post_copy.original_post_id = ${postId}
    order by post.posted_at, post.id limit ${PLACES_MAX}`.execute(tx)
  return rows
}

/** The posts that have a copy at an address. */
export function originalsOf(address: string, { organizationId, projectId }: ProjectIds): RawBuilder<unknown> {
  return sql`
    select post_copy.original_post_id
    from post_copy join post_view post on post.id = post_copy.post_id and post.gone_at is null
    where post_copy.organization_id = ${organizationId} and post_copy.project_id = ${projectId}
      and ${isAtAddress(sql`post.url`, address)}`
}

export interface LiveCopy {
  leadId: string
  projectId: string
  formerPostId: string
  formerPlatform: string
  formerCommunity: string
  postId: string
  platform: string
  community: { externalId: string; name: string } | null
  url: string
  author: string | null
  title: string | null
  body: string
  githubIssueState: 'OPEN' | 'CLOSED' | null
  postedAt: Date
}

/** For leads whose post is gone, the earliest copy that still stands; each is locked until the transaction ends. */
export async function selectLiveCopies(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<LiveCopy[]> {
  const { rows } = await sql<Omit<LiveCopy, 'community'> & { communityId: string; communityName: string | null }>`
    select lead.id as "leadId", lead.project_id as "projectId", lead.post_id as "formerPostId",
      lead.platform as "formerPlatform", lead.community_external_id as "formerCommunity", copy.id as "postId",
      copy.platform, copy.community_external_id as "communityId", copy.community_name as "communityName", copy.url,
      copy.author_name as author, copy.title, copy.body, copy.github_issue_state as "githubIssueState",
      copy.posted_at as "postedAt"
    from lead join lateral (
      select post.* from post_copy join post_view post on post.id = post_copy.post_id and post.gone_at is null
      where post_copy.organization_id = ${organizationId} and post_copy.project_id = lead.project_id
        and post_copy.original_post_id = lead.post_id and not exists (
          select from lead own where own.organization_id = ${organizationId} and own.project_id = lead.project_id
            and own.post_id = post.id)
      order by post.posted_at, post.id limit 1
    ) copy on true
    where lead.organization_id = ${organizationId} and lead.id = any(${leadIds}::uuid[]) order by lead.id`.execute(tx)
  return rows.map(({ communityId, communityName, ...row }) => ({
    ...row,
    community: communityName === null ? null : { externalId: communityId, name: communityName },
  }))
}

export interface MovedLead extends LiveCopy {
  excerpt: { text: string; evidence: unknown }
}

/** Makes the copy the lead's post, and moves the former post's other copies to it. */
export async function moveLead(tx: Tx, organizationId: string, lead: MovedLead): Promise<void> {
  const { leadId, projectId, formerPostId, postId, platform, community } = lead
  await sql`
    update lead set post_id = ${postId}, platform = ${platform}, community_external_id = ${community?.externalId ?? ''},
      community_name = ${community?.name ?? null}, url = ${lead.url}, author_name = ${lead.author}, title = ${lead.title},
      excerpt = ${lead.excerpt.text}, excerpt_evidence = ${JSON.stringify(lead.excerpt.evidence)}::jsonb,
      github_issue_state = ${lead.githubIssueState}, posted_at = ${lead.postedAt}
    where organization_id = ${organizationId} and id = ${leadId}`.execute(tx)
  await sql`
    delete from post_copy
    where organization_id = ${organizationId} and project_id = ${projectId} and post_id = ${postId}`.execute(tx)
  await sql`
    update post_copy set original_post_id = ${postId}
    where organization_id = ${organizationId} and project_id = ${projectId} and original_post_id = ${formerPostId}`.execute(
    tx,
  )
}
