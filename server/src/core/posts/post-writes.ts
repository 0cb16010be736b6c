import { NAMED_TWICE, type Author, type Authorship } from '@leadlight/domain/authors'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** One row if any of these posts of a platform is stored and not gone. */
export function anyLivePost(platform: string, externalIds: readonly string[]): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select id from post
    where platform = ${platform} and external_id = any(${externalIds}::text[]) and gone_at is null limit 1`
}

/** The posts of a platform by its own ids, locked until the transaction ends, without those already gone. */
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

/** Whether a row of `post` or its view is by the author; each side of the `or` is found by an index. */
export function isBy({ platform, externalIds, names, site }: Authorship): RawBuilder<boolean> {
  return sql<boolean>`(platform = ${platform}
    and (author_external_id = any(${externalIds}::text[]) or lower(author_name) = any(${names}::text[]))
    and (${site}::text is null or coalesce(lower(split_part(author_url, '/', 3)), '') = ${site}))`
}

/** The author's next posts, at most `limit`, locked until the transaction ends, without those already gone. */
export async function lockPostsByAuthor(tx: Tx, author: Authorship, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post where ${isBy(author)} and gone_at is null order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One way in which posts name their author, and how many do. */
export interface AuthorForm extends Author {
  externalId: string
  posts: number
}

const AUTHORS_MAX = 20

/** How a platform's posts name whoever has this id, name or address there; an account may have several forms. */
export async function selectAuthors(
  tx: Tx,
  { platform, called }: { platform: string; called: string },
): Promise<AuthorForm[]> {
  const { rows } = await sql<AuthorForm>`
    select author_external_id as "externalId", max(author_name) as name, author_url as url, count(*)::integer as posts
    from post
    where platform = ${platform} and gone_at is null and author_external_id is not null
      and (${called} in (author_external_id, author_name, author_url)
        or platform = any(${NAMED_TWICE}::text[]) and lower(author_name) = lower(${called}))
    group by author_external_id, author_url
    order by author_external_id, author_url limit ${AUTHORS_MAX}`.execute(tx)
  return rows
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

/** Posts that changed or went and that leads do not follow yet, the longest waiting first. */
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

/**
 * Marks these posts as followed by their leads. Returns those that still exist; one that changed again meanwhile is
 * left to be followed again.
 */
export async function setFollowed(tx: Tx, posts: readonly ChangedPost[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; isGone: boolean }>`
    update post set follow_at = null
    from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ followAt }) => followAt)}::timestamptz[])
      as followed (id, at)
    where post.id = followed.id and post.follow_at = followed.at
    returning post.id, post.gone_at is not null as "isGone"`.execute(tx)
  return new Set(rows.filter(({ isGone }) => !isGone).map(({ id }) => id))
}

/** The platforms that have posts here, each found by one step in the index. */
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

/** Locks those of the posts that were not seen again meanwhile, skipping those that are locked by others. */
export async function lockUnseen(tx: Tx, ids: readonly string[], before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and seen_at < ${before}
    order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records that these posts still exist. */
export async function setChecked(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update post set checked_at = ${now}, check_after = null where id = any(${ids}::uuid[])`.execute(tx)
}

/** Records that these posts could not be checked; others come first until then. */
export async function setUnchecked(tx: Tx, ids: readonly string[], until: Date): Promise<void> {
  await sql`update post set check_after = ${until} where id = any(${ids}::uuid[])`.execute(tx)
}

/** All posts of the author that are not gone. */
export async function selectPostsByAuthor(tx: Tx, author: Authorship): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from post where ${isBy(author)} and gone_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks those of the posts that are not gone, until the transaction ends. */
export async function lockPosts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post where id = any(${ids}::uuid[]) and gone_at is null order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes posts with everything that refers to them. Returns how many. */
export async function deletePosts(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from post where id = any(${ids}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Removes the words and authors of posts, and their addresses, which may name the author; no search finds them any more.
 */
export async function emptyPosts(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update post set url = '', author_external_id = null, author_name = null, author_url = null, title = null, body = '',
      replies = null, points = null, facts = null, fingerprint = null, vector = null, vector_model = null, gone_at = ${at}, follow_at = ${at}
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from post_words where post_id = any(${ids}::uuid[])`.execute(tx)
}
