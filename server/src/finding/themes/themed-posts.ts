import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/** A post of a theme as far as it is counted. */
export interface ThemedPost {
  themeId: string
  since: Date
  postId: string
  position: number
  lenses: number
  quoteStart: number | null
  quoteEnd: number | null
  postedAt: Date
  platform: string
  source: string
  sourceName: string | null
  replies: number | null
  /** Whether it was shown a day or more after it was written, so that its replies are known by then. */
  isSettled: boolean
}

/** The posts of the project's themes that still stand, in the order of their quotes. */
export async function selectThemedPosts(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<ThemedPost[]> {
  const { rows } = await sql<ThemedPost>`
    select theme.id as "themeId", theme.since, theme_post.post_id as "postId", theme_post.position, theme_post.lenses,
      theme_post.quote_start as "quoteStart", theme_post.quote_end as "quoteEnd", post.posted_at as "postedAt", post.platform,
      post.community_external_id as source, post.community_name as "sourceName", post.replies,
      post.seen_at >= post.posted_at + interval '1 day' as "isSettled"
    from theme join theme_post on theme_post.organization_id = theme.organization_id and theme_post.theme_id = theme.id
      join post_view post on post.id = theme_post.post_id
    where theme.organization_id = ${organizationId} and theme.project_id = ${projectId}
      and theme_post.organization_id = ${organizationId} and post.gone_at is null
    order by theme.id, theme_post.position`.execute(tx)
  return rows
}
