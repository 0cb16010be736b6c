import type { Author, Authorship } from '@leadlight/domain/authors'
import { sql } from 'kysely'
import { isBy } from '../../core/posts/post-writes.ts'
import type { Tx } from '../../platform/db.ts'

/** A lead names the post as another copy of its words. */
const IS_COPY_OF_LEAD = sql`exists (
  select from post_copy_view post_copy join post_lead_view post_lead on post_lead.post_id = post_copy.original_post_id
    and post_lead.organization_id = post_copy.organization_id and post_lead.project_id = post_copy.project_id
  where post_copy.post_id = post.id)`

const IS_LEAD = sql`(
  exists (select from post_lead_view post_lead where post_lead.post_id = post.id) or ${IS_COPY_OF_LEAD})`

/** A lead, an open search or monitoring refers to the post. */
const IS_NEEDED = sql`(${IS_LEAD}
  or exists (
    select from search_candidate_view search_candidate join search_view search on search.id = search_candidate.search_id
    where search_candidate.post_id = post.id and search.state in ('queued', 'running'))
  or exists (
    select from monitor_candidate_view waiting where waiting.post_id = post.id and waiting.state in ('waiting', 'held')))`

/** A signal that is not deleted learns from a label of the post. */
const IS_LABELLED = sql`exists (
  select from signal_label_view label join intent_signal_view signal on signal.organization_id = label.organization_id
    and signal.id = label.intent_signal_id and signal.deleted_at is null
  where label.post_id = post.id)`

const IS_LEAD_OR_LABELLED = sql`(${IS_LEAD} or ${IS_LABELLED})`

export interface ClaimingProject {
  organizationId: string
  projectId: string
  postId: string
}

/** The projects that have these posts as leads. */
export async function selectClaimingProjects(tx: Tx, postIds: readonly string[]): Promise<ClaimingProject[]> {
  const { rows } = await sql<ClaimingProject>`
    select organization_id as "organizationId", project_id as "projectId", post_id as "postId" from post_lead_view post_lead
    where post_id = any(${postIds}::uuid[]) order by organization_id, project_id, post_id`.execute(tx)
  return rows
}

/** Where the last batch ended, in the order in which posts were last seen. */
export interface SeenPosition {
  seenAt: Date
  id: string
}

interface SeenRequest {
  platform: string
  before: Date
  /** Whether posts that people labelled count as needed. */
  sparesLabelled: boolean
  after: SeenPosition | null
  limit: number
}

/** The next posts of a platform that were last seen before an instant; `isNeeded` if some lead or label needs them. */
export async function selectSeenBefore(
  tx: Tx,
  request: SeenRequest,
): Promise<(SeenPosition & { isNeeded: boolean })[]> {
  const { platform, before, after, limit } = request
  const isNeeded = request.sparesLabelled ? IS_LEAD_OR_LABELLED : IS_LEAD
  const beyond = after === null ? sql`true` : sql`(post.seen_at, post.id) > (${after.seenAt}, ${after.id})`
  const { rows } = await sql<SeenPosition & { isNeeded: boolean }>`
    select id, seen_at as "seenAt", ${isNeeded} as "isNeeded"
    from post_view post where platform = ${platform} and seen_at < ${before} and ${beyond}
    order by seen_at, id limit ${limit}`.execute(tx)
  return rows
}

/** Where the last batch ended, in the order in which posts were last known to exist. */
export interface CheckedPosition {
  checkedAt: Date
  id: string
}

export interface DuePost extends CheckedPosition {
  externalId: string
  url: string
}

interface DueRequest {
  platform: string
  checkedBefore: Date
  /** Posts written before `saidBefore` are due only if last checked before this `checkedBefore`. */
  old: { saidBefore: Date; checkedBefore: Date } | null
  now: Date
  /** Without posts that are nobody's lead and that nobody labelled. */
  isKeptOnly: boolean
  after: CheckedPosition | null
  limit: number
}

/** The posts of a platform that were checked longest ago, before `checkedBefore`. */
export async function selectDue(tx: Tx, request: DueRequest): Promise<DuePost[]> {
  const { after } = request
  const beyond = after === null ? sql`true` : sql`(post.checked_at, post.id) > (${after.checkedAt}, ${after.id})`
  const onlyKept = request.isKeptOnly ? IS_LEAD_OR_LABELLED : sql`true`
  const { old } = request
  const isItsTime = old
    ? sql`(post.posted_at >= ${old.saidBefore} or post.checked_at < ${old.checkedBefore})`
    : sql`true`
  const { rows } = await sql<DuePost>`
    select id, checked_at as "checkedAt", external_id as "externalId", url from post_view post
    where platform = ${request.platform} and gone_at is null and checked_at < ${request.checkedBefore}
      and (check_after is null or check_after <= ${request.now}) and ${onlyKept} and ${isItsTime} and ${beyond}
    order by checked_at, id limit ${request.limit}`.execute(tx)
  return rows
}

/**
 * Those of the posts that nothing refers to; labels count as `sparesLabelled` says. The caller has locked them, so that
 * nothing comes to refer to them meanwhile.
 */
export async function selectUnneeded(tx: Tx, ids: readonly string[], sparesLabelled: boolean): Promise<string[]> {
  const isLabelled = sparesLabelled ? IS_LABELLED : sql`false`
  const { rows } = await sql<{ id: string }>`
    select id from post_view post
    where id = any(${ids}::uuid[]) and not ${IS_NEEDED} and not ${isLabelled}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The author's next posts that are nobody's lead, at most `limit`, without those already gone. */
export async function selectUnclaimedByAuthor(tx: Tx, author: Authorship, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post_view post
    where ${isBy(author)} and gone_at is null
      and not exists (select from post_lead_view post_lead where post_lead.post_id = post.id)
    order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface AuthoredPost {
  id: string
  platform: string
  author: Author
}

/** The next posts with an author after this id, without those already gone. */
export async function selectAuthoredAfter(
  tx: Tx,
  { after, limit }: { after: string; limit: number },
): Promise<AuthoredPost[]> {
  const { rows } = await sql<{
    id: string
    platform: string
    name: string
    externalId: string | null
    url: string | null
  }>`
    select id, platform, author_name as name, author_external_id as "externalId", author_url as url from post_view post
    where id > ${after} and author_name is not null and gone_at is null order by id limit ${limit}`.execute(tx)
  return rows.map(({ id, platform, ...author }) => ({ id, platform, author }))
}

export interface PostBy {
  platform: string
  url: string
  author_name: string | null
  author_url: string | null
  title: string | null
  text: string
  posted_at: Date
  collected_at: Date
}

/** The author's posts that are not gone, the newest first. */
export async function selectPostsBy(tx: Tx, author: Authorship): Promise<PostBy[]> {
  const { rows } = await sql<PostBy>`
    select platform, url, author_name, author_url, title, body as text, posted_at, collected_at from post_view
    where ${isBy(author)} and gone_at is null
    order by posted_at desc, id desc`.execute(tx)
  return rows
}
