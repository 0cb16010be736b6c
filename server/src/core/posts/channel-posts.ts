import type { Author } from '@leadlight/domain/authors'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { isVisibleTo } from './post-origin.ts'

/** A channel that a project listens to as a whole; an empty source is the whole platform. */
export interface ListenedChannel {
  platform: string
  source: string
  since: Date
}

/** A post as far as it is read to compare it with others. */
export interface ChannelPost {
  id: string
  platform: string
  author: Author | null
  title: string | null
  text: string
  fingerprint: Uint8Array | null
  vector: Uint8Array | null
  vectorModel: string | null
}

interface ChannelPostsRequest {
  project: ProjectIds
  /** Where the project hears everything, from when on. */
  listened: readonly ListenedChannel[]
  /** Posts that were judged for the project, wherever they were found. */
  judgedIds: readonly string[]
  since: Date
  until: Date
  limit: number
  /** Platforms that are left out. */
  without: ReadonlySet<string>
  /** So much of a post's text is read. */
  charactersMax: number
}

/**
 * The newest posts that a project's own channels gave it, at most `limit`: those that it alone may see, those written
 * where it hears everything since it does, and those that were judged for it. What other projects' searches brought is
 * left out, since it would tell what they look for.
 */
export async function selectChannelPosts(tx: Tx, request: ChannelPostsRequest): Promise<ChannelPost[]> {
  const { project, listened, judgedIds, since, until, limit, without, charactersMax } = request
  const { organizationId, projectId } = project
  const { rows } = await sql<
    Omit<ChannelPost, 'author'> & { authorId: string | null; authorName: string | null; authorUrl: string | null }
  >`
    select id, platform, author_external_id as "authorId", author_name as "authorName", author_url as "authorUrl", title,
      left(body, ${charactersMax}) as text, fingerprint, vector, vector_model as "vectorModel"
    from post
    where posted_at >= ${since} and posted_at <= ${until} and gone_at is null
      and platform <> all(${[...without]}::text[]) and ${isVisibleTo(project)}
      and (id = any(${[...judgedIds]}::uuid[])
        or exists (
          select from post_project own where own.post_id = post.id
            and own.organization_id = ${organizationId} and own.project_id = ${projectId})
        or exists (
          select from unnest(${listened.map(({ platform }) => platform)}::text[], ${listened.map(({ source }) => source)}::text[],
            ${listened.map((channel) => channel.since)}::timestamptz[]) as heard (platform, source, since)
          where heard.platform = post.platform and post.posted_at >= heard.since
            and heard.source in ('', post.community_external_id)))
    order by posted_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ authorId, authorName, authorUrl, ...post }) => ({
    ...post,
    author: authorName === null ? null : { externalId: authorId ?? '', name: authorName, url: authorUrl },
  }))
}
