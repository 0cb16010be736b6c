import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A lead as notifications and webhooks describe it. */
export interface DescribedLead {
  id: string
  url: string
  platform: string
  community: string | null
  author: string | null
  authorUrl: string | null
  title: string | null
  text: string
  score: number
  /** The name of its status; null where none is set. */
  status: string | null
  /** Best first. */
  matches: {
    signalId: string
    signal: string
    score: number
    reason: string
    evidence: { kind: string; quote: string; label?: string }[]
  }[]
  isRead: boolean
  isStarred: boolean
  isDeleted: boolean
  postedAt: Date
  collectedAt: Date
}

/** These leads, in this order, without those that are gone or whose post was deleted at its source. */
export async function describeLeads(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; ids: readonly string[] },
): Promise<DescribedLead[]> {
  const { rows } = await sql<DescribedLead>`
    select lead.id, lead.url, lead.platform, lead.community_name as community, lead.author_name as author,
      post.author_url as "authorUrl", lead.title, post.body as text, lead.score, lead_status.name as status,
      lead.read as "isRead", lead.starred as "isStarred", lead.deleted as "isDeleted", lead.posted_at as "postedAt",
      lead.collected_at as "collectedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('signalId', intent_signal.id, 'signal', intent_signal.intent_signal,
          'score', lead_match.score, 'reason', lead_match.reason, 'evidence', lead_match.evidence)
          order by lead_match.score desc, intent_signal.id)
        from lead_match join intent_signal_view intent_signal on intent_signal.id = lead_match.intent_signal_id
        where lead_match.organization_id = ${organizationId} and intent_signal.organization_id = ${organizationId}
          and lead_match.lead_id = lead.id
      ), '[]') as matches
    from unnest(${ids.ids}::uuid[]) with ordinality as wanted (id, place)
    join lead on lead.organization_id = ${organizationId} and lead.id = wanted.id
    join post_view post on post.id = lead.post_id
    left join lead_status_view lead_status on lead_status.organization_id = ${organizationId} and lead_status.id = lead.status_config_id
    where lead.project_id = ${ids.projectId} and lead.source_deleted_at is null
    order by wanted.place`.execute(tx)
  return rows
}
