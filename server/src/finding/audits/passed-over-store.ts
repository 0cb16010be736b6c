import type { Author } from '@leadlight/domain/authors'
import type { Passing } from '@leadlight/domain/passed-over'
import { sql } from 'kysely'
import { isAtAddress } from '../../core/posts/post-address.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { WRITER } from './audit-store.ts'

/** A signal that passed a post over. */
export interface PassingSignal {
  signalId: string
  intentSignal: string
  passing: Passing
  /** Null unless the signal judged the post by its present words. */
  score: number | null
  base: number | null
}

/** A post with the signal that came nearest to keeping it. */
export interface PassedOverRow extends PassingSignal {
  /** The other signals that passed it over, the nearest first. */
  others: PassingSignal[]
  postId: string
  platform: string
  community: string | null
  author: Author | null
  url: string
  title: string | null
  text: string
  postedAt: Date
  /** The project's lead of the same post, or of its words; none that was deleted. */
  leadId: string | null
}

/** A post with the signals that passed it over, the nearest first. */
type StoredRow = Omit<PassedOverRow, keyof PassingSignal | 'others'> & { signals: PassingSignal[] }

export interface PassedOverRequest {
  signalId?: string | undefined
  postId?: string | undefined
  /** Patterns of `ilike`, all of which the post's title and body together have. */
  words?: readonly string[]
  address?: string | undefined
  limit: number
}

/**
 * What the project's signals collected and did not keep, as far as it still stands at its source, each post once, and
 * whether there is more: what came nearest first, and after it what is a lead by another signal, which nobody missed.
 * Without posts of authors that the organization may not keep, and without what watched names are not in. What a search repeats is not among it, nor what repeats a
 * lead of the same signal.
 */
export async function selectPassedOver(
  tx: Tx,
  suppression: Suppression,
  { organizationId, projectId }: ProjectIds,
  { signalId, postId, words = [], address, limit }: PassedOverRequest,
): Promise<{ rows: PassedOverRow[]; isMore: boolean }> {
  const named =
    address !== undefined
      ? isAtAddress(sql`post.url`, address)
      : words.length > 0
        ? sql`concat_ws(' ', post.title, post.body) ilike all(${[...words]}::text[])`
        : sql`true`
  const onlyPost = (column: string) => (postId === undefined ? sql`true` : sql`${sql.ref(column)} = ${postId}::uuid`)
  const { rows } = await sql<StoredRow>`
    with own as (
      select id, intent_signal, revision from intent_signal_view intent_signal
      where organization_id = ${organizationId} and project_id = ${projectId} and deleted_at is null and kind = 'intent'
        and ${signalId === undefined ? sql`true` : sql`id = ${signalId}::uuid`}
    ), known as (
      select own.id as signal_id, post_id, kept, score, base, case when judgement.revision = own.revision then 0 else 1 end as passing
      from own join judgement_view judgement on judgement.organization_id = ${organizationId}
        and judgement.intent_signal_id = own.id
      where ${onlyPost('post_id')}
      union all
      select own.id, candidate.post_id, false, null, null, case candidate.state when 'unpaid' then 2 else 3 end
      from own join search_view search on search.organization_id = ${organizationId} and search.intent_signal_id = own.id
        join search_candidate_view candidate on candidate.organization_id = ${organizationId}
          and candidate.search_id = search.id and candidate.state in ('dropped', 'unpaid')
      where ${onlyPost('candidate.post_id')}
      union all
      select own.id, drawn.post_id, false, null, null, 3
      from own join signal_audit_post drawn on drawn.organization_id = ${organizationId} and drawn.intent_signal_id = own.id
      where drawn.post_id is not null and ${onlyPost('drawn.post_id')}
    ), passed as (
      select signal_id, post_id, min(passing) as passing,
        max(score) filter (where passing = 0) as score, max(base) filter (where passing = 0) as base
      from known group by signal_id, post_id having not bool_or(kept)
    ), standing as (
      select passed.*, post.posted_at, case when lead.id is not null and not lead.deleted then lead.id
        when original.id is not null and not original.deleted then original.id end as lead_id
      from passed join post_view post on post.id = passed.post_id and post.gone_at is null
        left join lead_view lead on lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
          and lead.post_id = post.id
        left join post_copy_view copy on copy.organization_id = ${organizationId} and copy.project_id = ${projectId}
          and copy.post_id = post.id
        left join lead_view original on original.organization_id = ${organizationId}
          and original.project_id = ${projectId} and original.post_id = copy.original_post_id
      where ${named}
        and not exists (select from lead_match_view found where found.organization_id = ${organizationId}
          and found.lead_id = lead.id and found.intent_signal_id = passed.signal_id)
        and not exists (select from lead_match_view found where found.organization_id = ${organizationId}
          and found.lead_id = original.id and found.intent_signal_id = passed.signal_id)
    ), nearest as (
      select post_id, lead_id, posted_at, max(score) as score from standing group by post_id, lead_id, posted_at
      order by lead_id is not null, score desc nulls last, posted_at desc, post_id limit ${limit + 1}
    ), gathered as (
      select post_id, jsonb_agg(jsonb_build_object('signalId', own.id, 'intentSignal', own.intent_signal,
        'passing', (array['judged', 'reworded', 'unpaid', 'far'])[standing.passing + 1], 'score', standing.score,
        'base', standing.base) order by standing.score desc nulls last, own.id) as signals
      from nearest join standing using (post_id) join own on own.id = standing.signal_id group by post_id
    )
    select post.id as "postId", post.platform, post.community_name as community, ${WRITER} as author, post.url,
      post.title, post.body as text, post.posted_at as "postedAt", nearest.lead_id as "leadId", gathered.signals
    from nearest join gathered using (post_id) join post_view post on post.id = nearest.post_id
    order by nearest.lead_id is not null, nearest.score desc nulls last, nearest.posted_at desc, post.id`.execute(tx)
  const posts = rows
    .slice(0, limit)
    .flatMap(({ signals: [best, ...others], ...row }) => (best ? [{ ...row, ...best, others, id: row.postId }] : []))
  return { rows: await withoutSuppressed(tx, suppression, { organizationId, posts }), isMore: rows.length > limit }
}
