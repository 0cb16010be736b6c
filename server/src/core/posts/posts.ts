import type { PostFacts } from '@leadlight/domain/post-facts'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Row, Tx } from '../../platform/db.ts'
import { isVisibleTo, saveViewers, type PostOrigin } from './post-origin.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'post.github_issue_state': 'OPEN' | 'CLOSED' | null
    'post.facts': PostFacts | null
  }
}

/** A stored post: one row an installation, whoever finds it. */
export interface Post {
  id: string
  platform: string
  externalId: string
  kind: string
  url: string
  author: { externalId: string; name: string; url: string | null } | null
  title: string | null
  text: string
  community: { externalId: string; name: string } | null
  replies: number | null
  points: number | null
  license: string | null
  githubIssueState: 'OPEN' | 'CLOSED' | null
  /** Null where the post states none apart from its words. */
  facts?: PostFacts | null
  postedAt: Date
}

export type NewPost = Post & { fingerprint: Uint8Array }

/** With its vector, if one was made. */
export type NewPostWithVector = NewPost & { vector?: { packed: Uint8Array; model: string } }

/** Everything the post says of itself, without its id and when it was collected. */
const REFRESHED = [
  'url',
  'author_external_id',
  'author_name',
  'author_url',
  'title',
  'body',
  'replies',
  'points',
  'github_issue_state',
  'facts',
  'fingerprint',
] as const

/** PostgreSQL takes 65,535 values a statement. */
const ROWS_PER_INSERT = 1_000

/**
 * Stores posts, one row for each platform and external id, and returns their ids in the order given. A known post is
 * updated: if its words changed, its vector is deleted and its leads are to follow. One deleted at its source stays
 * deleted, since a search may show older data. One that everybody may see stays so, and becomes so once it is read for
 * everybody.
 */
export async function savePosts(
  tx: Tx,
  posts: readonly NewPostWithVector[],
  { origin, collectedAt }: { origin: PostOrigin; collectedAt: Date },
): Promise<string[]> {
  const unique = new Map(posts.map((post) => [keyOf(post.platform, post.externalId), post]))
  // Everybody writes in one order, so that two pages with the same posts wait for each other instead of deadlocking.
  const ordered = [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, post]) => post)
  const ids = new Map<string, string>()
  for (let at = 0; at < ordered.length; at += ROWS_PER_INSERT) {
    const rows = await tx
      .insertInto('post')
      .values(ordered.slice(at, at + ROWS_PER_INSERT).map((post) => toRow(post, { origin, collectedAt })))
      .onConflict((conflict) =>
        conflict.columns(['platform', 'external_id']).doUpdateSet(() => ({
          ...Object.fromEntries(REFRESHED.map((column) => [column, unlessGone(column)])),
          vector: sql`case when post.gone_at is not null then null when excluded.vector is not null then excluded.vector
            when post.fingerprint = excluded.fingerprint then post.vector end`,
          vector_model: sql`case when post.gone_at is null then coalesce(excluded.vector_model, post.vector_model)
            else post.vector_model end`,
          seen_at: sql<Date>`case when excluded.seen_at > post.seen_at + interval '1 day' then excluded.seen_at else post.seen_at end`,
          is_public: sql<boolean>`post.is_public or excluded.is_public`,
          follow_at: sql<Date>`case when ${IS_EDITED_LEAD} then excluded.seen_at else post.follow_at end`,
        })),
      )
      .returning(['id', 'platform', 'external_id'])
      .execute()
    for (const row of rows) ids.set(keyOf(row.platform, row.external_id), row.id)
  }
  if (origin !== 'everybody') await saveViewers(tx, [...ids.values()], origin)
  return posts.flatMap((post) => ids.get(keyOf(post.platform, post.externalId)) ?? [])
}

function unlessGone(column: (typeof REFRESHED)[number]) {
  return sql`case when post.gone_at is null then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`post.${column}`)} end`
}

/** Only the words of a post that is, or was, somebody's lead are stored a second time. */
const IS_EDITED_LEAD = sql`post.gone_at is null
  and (post.title, post.body, post.author_name, post.url)
    is distinct from (excluded.title, excluded.body, excluded.author_name, excluded.url)
  and exists (select from post_words where post_words.post_id = post.id)`

function keyOf(platform: string, externalId: string): string {
  return `${platform} ${externalId}`
}

function toRow(
  post: NewPostWithVector,
  { origin, collectedAt }: { origin: PostOrigin; collectedAt: Date },
): Row<'post'> {
  return {
    id: post.id,
    platform: post.platform,
    external_id: post.externalId,
    kind: post.kind,
    url: post.url,
    author_external_id: post.author?.externalId ?? null,
    author_name: post.author?.name ?? null,
    author_url: post.author?.url ?? null,
    title: post.title,
    body: post.text,
    community_external_id: post.community?.externalId ?? '',
    community_name: post.community?.name ?? null,
    replies: post.replies,
    points: post.points,
    license: post.license,
    github_issue_state: post.githubIssueState,
    facts: post.facts ?? null,
    posted_at: post.postedAt,
    collected_at: collectedAt,
    fingerprint: post.fingerprint,
    vector: post.vector ? Buffer.from(post.vector.packed) : null,
    vector_model: post.vector?.model ?? null,
    seen_at: collectedAt,
    checked_at: collectedAt,
    check_after: null,
    follow_at: null,
    gone_at: null,
    is_public: origin === 'everybody',
  }
}

export interface KeptPost extends Post {
  fingerprint: Uint8Array | null
  vector: Uint8Array | null
  vectorModel: string | null
}

function fromRow(row: Row<'post'>): KeptPost {
  return {
    id: row.id,
    platform: row.platform,
    externalId: row.external_id,
    kind: row.kind,
    url: row.url,
    author: row.author_name
      ? { externalId: row.author_external_id ?? '', name: row.author_name, url: row.author_url }
      : null,
    title: row.title,
    text: row.body,
    community: row.community_name ? { externalId: row.community_external_id, name: row.community_name } : null,
    replies: row.replies,
    points: row.points,
    license: row.license,
    githubIssueState: row.github_issue_state,
    facts: row.facts,
    postedAt: row.posted_at,
    fingerprint: row.fingerprint,
    vector: row.vector,
    vectorModel: row.vector_model,
  }
}

/** The posts with these ids, in their order, without those deleted at their source. */
export async function selectPosts(tx: Tx, ids: readonly string[]): Promise<KeptPost[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('post').selectAll().where('id', 'in', ids).where('gone_at', 'is', null).execute()
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface RecentPosts {
  project: ProjectIds
  since: Date
  limit: number
  /** Platforms that are left out. */
  without: ReadonlySet<string>
}

/** The newest posts since `since` that the project may see, at most `limit`. */
export async function selectRecentPosts(tx: Tx, request: RecentPosts): Promise<KeptPost[]> {
  return (await recentPosts(tx, request).selectAll().execute()).map(fromRow)
}

/** The ids of the same. */
export async function selectRecentPostIds(tx: Tx, request: RecentPosts): Promise<string[]> {
  return (await recentPosts(tx, request).select('id').execute()).map(({ id }) => id)
}

/** An instant of each day up to `until` in which a post was written that the project may see. */
export async function selectDaysWithPosts(
  tx: Tx,
  { project, since, until, without }: Omit<RecentPosts, 'limit'> & { until: Date },
): Promise<Date[]> {
  const { rows } = await sql<{ postedAt: Date }>`
    select found.posted_at as "postedAt"
    from generate_series(${until}::timestamptz, ${since}::timestamptz, interval '-1 day') as day (ends_at)
      cross join lateral (
        select posted_at from post
        where posted_at < day.ends_at and posted_at >= greatest(day.ends_at - interval '1 day', ${since}::timestamptz)
          and gone_at is null and platform <> all(${[...without]}::text[]) and ${isVisibleTo(project)}
        limit 1
      ) found`.execute(tx)
  return rows.map(({ postedAt }) => postedAt)
}

function recentPosts(tx: Tx, { project, since, limit, without }: RecentPosts) {
  return tx
    .selectFrom('post')
    .where('posted_at', '>=', since)
    .where('gone_at', 'is', null)
    .where('platform', '!=', sql<string>`all(${[...without]}::text[])`)
    .where(isVisibleTo(project))
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** Stores the vectors that `model` gave to posts; those deleted at their source meanwhile get none. */
export async function saveVectors(
  tx: Tx,
  model: string,
  vectors: readonly { id: string; vector: Uint8Array }[],
): Promise<void> {
  if (vectors.length === 0) return
  const ids = vectors.map(({ id }) => id)
  const values = vectors.map(({ vector }) => Buffer.from(vector))
  await sql`
    update post set vector = fresh.vector, vector_model = ${model}
    from unnest(${ids}::uuid[], ${values}::bytea[]) as fresh (id, vector)
    where post.id = fresh.id and post.gone_at is null`.execute(tx)
}

/** The ids, words and vectors of stored posts, by their platform's ids. */
export async function selectStoredVectors(
  tx: Tx,
  platform: string,
  externalIds: readonly string[],
): Promise<Map<string, Pick<KeptPost, 'id' | 'fingerprint' | 'vector' | 'vectorModel'>>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('post')
    .select(['id', 'external_id', 'fingerprint', 'vector', 'vector_model'])
    .where('platform', '=', platform)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.external_id,
      { id: row.id, fingerprint: row.fingerprint, vector: row.vector, vectorModel: row.vector_model },
    ]),
  )
}
