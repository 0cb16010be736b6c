import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A lead names the post as another place of its words. */
const IS_COPY_OF_LEAD = sql`exists (
  select from post_copy join post_lead on post_lead.post_id = post_copy.original_post_id
    and post_lead.organization_id = post_copy.organization_id and post_lead.project_id = post_copy.project_id
  where post_copy.post_id = post.id)`

/** A post that no lead and no open search refers to may go. The caller holds its row, so that neither can come meanwhile. */
const IS_NEEDED = sql`(
  exists (select from post_lead where post_lead.post_id = post.id) or ${IS_COPY_OF_LEAD}
  or exists (
    select from search_candidate join search on search.id = search_candidate.search_id
    where search_candidate.post_id = post.id and search.state in ('queued', 'running'))
  or exists (
    select from monitor_candidate waiting where waiting.post_id = post.id and waiting.state in ('waiting', 'held')))`

/** One row where any of these posts of a platform is kept and not gone already. */
export function anyStanding(platform: string, externalIds: readonly string[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select id from post
    where platform = ${platform} and external_id = any(${externalIds}::text[]) and gone_at is null limit 1`
}

/** The posts of a platform by the ids it gave them, held until the transaction ends; those already gone are left out. */
export async function lockPostsByExternalId(
  tx: Tx,
  platform: string,
  externalIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post
    where platform = ${platform} and external_id = any(${externalIds}::text[]) and gone_at is null
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The author's next posts, at most `limit`, held until the transaction ends; those already gone are left out. */
export async function lockPostsByAuthor(
  tx: Tx,
  author: { platform: string; externalId: string; url?: string | null },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post
    where platform = ${author.platform} and author_external_id = ${author.externalId} and gone_at is null
      ${author.url === undefined ? sql`` : sql`and author_url is not distinct from ${author.url}`}
    order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface FoundAuthor {
  externalId: string
  name: string
  url: string | null
  posts: number
}

const AUTHORS_MAX = 20

/** Those of a platform's authors who are called so, by id, name or address, and how many of their posts are here. */
export async function selectAuthors(
  tx: Tx,
  { platform, called }: { platform: string; called: string },
): Promise<FoundAuthor[]> {
  const { rows } = await sql<FoundAuthor>`
    select author_external_id as "externalId", max(author_name) as name, author_url as url, count(*)::integer as posts
    from post
    where platform = ${platform} and gone_at is null and author_external_id is not null
      and ${called} in (author_external_id, author_name, author_url)
    group by author_external_id, author_url
    order by author_external_id, author_url limit ${AUTHORS_MAX}`.execute(tx)
  return rows
}

export interface PostAuthorship {
  platform: string
  externalId: string
  /** Where ids count anew on every site of a platform, the author's address tells them apart. */
  url: string | null
}

/** The author's next posts that are nobody's lead, at most `limit`, held until the transaction ends; those already gone are left out. */
export async function lockUnheldByAuthor(tx: Tx, author: PostAuthorship, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post
    where platform = ${author.platform} and author_external_id = ${author.externalId}
      and author_url is not distinct from ${author.url} and gone_at is null
      and not exists (select from post_lead where post_lead.post_id = post.id)
    order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes those of the held posts that nothing refers to, with all that was seen and judged of them. Answers how many. */
export async function deleteUnneeded(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from post where id = any(${ids}::uuid[]) and not ${IS_NEEDED}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Empties the held posts: what is left refers to nobody and cannot be found by words. Verdicts on them go; what a search that
 * still runs has seen stays, so that it passes over them.
 */
export async function erasePosts(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update post set author_external_id = null, author_name = null, author_url = null, title = null, body = '',
      replies = null, points = null, fingerprint = null, vector = null, vector_model = null, gone_at = ${at}, follow_at = ${at}
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from post_words where post_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from judgement where post_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from second_opinion where post_id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    delete from search_candidate using search
    where search.id = search_candidate.search_id and search.state not in ('queued', 'running')
      and search_candidate.post_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from monitor_candidate where post_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from post_copy where post_id = any(${ids}::uuid[])`.execute(tx)
}

export interface ChangedPost {
  id: string
  url: string
  author: string | null
  title: string | null
  text: string
  goneAt: Date | null
  followAt: Date
}

/** Posts that changed or went and that leads are yet to follow, the longest waiting first. */
export async function selectToFollow(
  tx: Tx,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<ChangedPost[]> {
  const { rows } = await sql<ChangedPost>`
    select id, url, author_name as author, title, body as text, gone_at as "goneAt", follow_at as "followAt"
    from post where follow_at is not null and id <> all(${except}::uuid[]) order by follow_at, id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export interface Holder {
  organizationId: string
  projectId: string
  postId: string
}

/** Whose leads these posts are. */
export async function selectHolders(tx: Tx, postIds: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select organization_id as "organizationId", project_id as "projectId", post_id as "postId" from post_lead
    where post_id = any(${postIds}::uuid[]) order by organization_id, project_id, post_id`.execute(tx)
  return rows
}

/** Leads have followed these posts. Answers those that stand; one that changed again meanwhile is left to be followed anew. */
export async function setFollowed(tx: Tx, posts: readonly ChangedPost[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; isGone: boolean }>`
    update post set follow_at = null
    from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ followAt }) => followAt)}::timestamptz[])
      as followed (id, at)
    where post.id = followed.id and post.follow_at = followed.at
    returning post.id, post.gone_at is not null as "isGone"`.execute(tx)
  return new Set(rows.filter(({ isGone }) => !isGone).map(({ id }) => id))
}

/** The platforms that there are posts of, each found by one step in the index. */
export async function selectPlatforms(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ platform: string }>`
    with recursive found as (
      select min(platform) as platform from post
      union all
      select (select min(platform) from post where platform > found.platform) from found where found.platform is not null
    )
    select platform from found where platform is not null`.execute(tx)
  return rows.map(({ platform }) => platform)
}

/** Where the last batch ended, in the order in which posts were last seen. */
export interface SeenPlace {
  seenAt: Date
  id: string
}

/** The next posts of a platform that were last seen before an instant; `isLead` where some lead needs them. */
export async function selectSeenBefore(
  tx: Tx,
  request: { platform: string; before: Date; after: SeenPlace | null; limit: number },
): Promise<(SeenPlace & { isLead: boolean })[]> {
  const { platform, before, after, limit } = request
  const beyond = after === null ? sql`true` : sql`(post.seen_at, post.id) > (${after.seenAt}, ${after.id})`
  const { rows } = await sql<SeenPlace & { isLead: boolean }>`
    select id, seen_at as "seenAt", (exists (select from post_lead where post_lead.post_id = post.id) or ${IS_COPY_OF_LEAD}) as "isLead"
    from post where platform = ${platform} and seen_at < ${before} and ${beyond}
    order by seen_at, id limit ${limit}`.execute(tx)
  return rows
}

/** Holds those of the posts that were not seen again meanwhile until the transaction ends; what somebody else holds is left. */
export async function lockUnseen(tx: Tx, ids: readonly string[], before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and seen_at < ${before}
    order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Where the last batch ended, in the order in which posts were last known to stand. */
export interface CheckedPlace {
  checkedAt: Date
  id: string
}

export interface DuePost extends CheckedPlace {
  externalId: string
  url: string
}

interface DueRequest {
  platform: string
  checkedBefore: Date
  /** Where posts that were said before `saidBefore` are looked up less often: those known to stand since before `checkedBefore`. */
  old: { saidBefore: Date; checkedBefore: Date } | null
  now: Date
  isLeadsOnly: boolean
  after: CheckedPlace | null
  limit: number
}

/** The posts of a platform that were known to stand longest ago, before `checkedBefore`. */
export async function selectDue(tx: Tx, request: DueRequest): Promise<DuePost[]> {
  const { after } = request
  const beyond = after === null ? sql`true` : sql`(post.checked_at, post.id) > (${after.checkedAt}, ${after.id})`
  const onlyLeads = request.isLeadsOnly
    ? sql`(exists (select from post_lead where post_lead.post_id = post.id) or ${IS_COPY_OF_LEAD})`
    : sql`true`
  const { old } = request
  const isItsTime = old
    ? sql`(post.posted_at >= ${old.saidBefore} or post.checked_at < ${old.checkedBefore})`
    : sql`true`
  const { rows } = await sql<DuePost>`
    select id, checked_at as "checkedAt", external_id as "externalId", url from post
    where platform = ${request.platform} and gone_at is null and checked_at < ${request.checkedBefore}
      and (check_after is null or check_after <= ${request.now}) and ${onlyLeads} and ${isItsTime} and ${beyond}
    order by checked_at, id limit ${request.limit}`.execute(tx)
  return rows
}

/** These posts were found to stand. */
export async function setChecked(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update post set checked_at = ${now}, check_after = null where id = any(${ids}::uuid[])`.execute(tx)
}

/** Whether these posts stand could not be found out; others come first until then. */
export async function setUnchecked(tx: Tx, ids: readonly string[], until: Date): Promise<void> {
  await sql`update post set check_after = ${until} where id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes some of what searches that ended long ago had seen, at most `limit` rows. Answers how many. */
export async function deleteSeenBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select candidate.search_id, candidate.position
      from search join search_candidate candidate on candidate.search_id = search.id
      where search.finished_at < ${before} order by search.finished_at, search.id, candidate.position limit ${limit}
    )
    delete from search_candidate using old
    where search_candidate.search_id = old.search_id and search_candidate.position = old.position`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes old looks at sources, at most `limit`, but for the last look at each. Answers how many. */
export async function deleteCoverageBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from coverage where id in (
      select id from coverage old
      where polled_at < ${before} and exists (
        select from coverage later
        where later.organization_id = old.organization_id and later.project_id = old.project_id
          and later.platform = old.platform and later.source = old.source and later.polled_at > old.polled_at)
      order by polled_at, id limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
