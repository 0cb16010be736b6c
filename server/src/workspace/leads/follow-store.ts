import type { Evidence } from '@leadlight/contract/evidence'
import type { StoredCondition } from '@leadlight/domain/conditions'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { StoredEvidence } from './match-store.ts'

export interface FollowingLead {
  id: string
  projectId: string
  postId: string
  title: string | null
  excerpt: string
}

/** The leads of these posts in the projects named beside them, locked until the transaction ends. */
export async function lockFollowing(
  tx: Tx,
  organizationId: string,
  places: readonly { projectId: string; postId: string }[],
): Promise<FollowingLead[]> {
  const { rows } = await sql<FollowingLead>`
    select lead.id, lead.project_id as "projectId", lead.post_id as "postId", lead.title, lead.excerpt
    from unnest(${places.map(({ projectId }) => projectId)}::uuid[], ${places.map(({ postId }) => postId)}::uuid[])
      as place (project_id, post_id)
    join lead on lead.organization_id = ${organizationId} and lead.project_id = place.project_id
      and lead.post_id = place.post_id
    order by lead.id for no key update of lead`.execute(tx)
  return rows
}

export interface MatchEvidence {
  leadId: string
  signalId: string
  evidence: StoredEvidence[]
  conditions: StoredCondition[]
}

/** The evidence of every match of these leads. */
export async function selectEvidence(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<MatchEvidence[]> {
  const { rows } = await sql<MatchEvidence>`
    select lead_id as "leadId", intent_signal_id as "signalId", evidence, conditions from lead_match
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[])
    order by lead_id, intent_signal_id`.execute(tx)
  return rows
}

export async function setEvidence(tx: Tx, organizationId: string, matches: readonly MatchEvidence[]): Promise<void> {
  if (matches.length === 0) return
  await sql`
    update lead_match set evidence = fresh.evidence, conditions = fresh.conditions
    from unnest(
      ${matches.map(({ leadId }) => leadId)}::uuid[], ${matches.map(({ signalId }) => signalId)}::uuid[],
      ${matches.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[],
      ${matches.map(({ conditions }) => JSON.stringify(conditions))}::jsonb[]
    ) as fresh (lead_id, signal_id, evidence, conditions)
    where lead_match.organization_id = ${organizationId} and lead_match.lead_id = fresh.lead_id
      and lead_match.intent_signal_id = fresh.signal_id and (lead_match.evidence, lead_match.conditions) <> (fresh.evidence, fresh.conditions)`.execute(
    tx,
  )
}

/** The same for matches that people removed, which may come back. */
export async function selectFormerEvidence(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<MatchEvidence[]> {
  const { rows } = await sql<MatchEvidence>`
    select lead_id as "leadId", intent_signal_id as "signalId", former->'evidence' as evidence,
      coalesce(former->'conditions', '[]') as conditions
    from lead_correction
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[]) and former is not null
    order by lead_id, intent_signal_id`.execute(tx)
  return rows
}

export async function setFormerEvidence(
  tx: Tx,
  organizationId: string,
  matches: readonly MatchEvidence[],
): Promise<void> {
  if (matches.length === 0) return
  await sql`
    update lead_correction set former = former || jsonb_build_object('evidence', fresh.evidence, 'conditions', fresh.conditions)
    from unnest(
      ${matches.map(({ leadId }) => leadId)}::uuid[], ${matches.map(({ signalId }) => signalId)}::uuid[],
      ${matches.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[],
      ${matches.map(({ conditions }) => JSON.stringify(conditions))}::jsonb[]
    ) as fresh (lead_id, signal_id, evidence, conditions)
    where lead_correction.organization_id = ${organizationId} and lead_correction.lead_id = fresh.lead_id
      and lead_correction.intent_signal_id = fresh.signal_id and lead_correction.former is not null`.execute(tx)
}

/** A large model's reason may repeat the post; the built-in judge's reasons hold no word of it. */
const IS_WRITTEN = sql`~ '\\+(openai|anthropic|openai-compatible)/'`
const WRITTEN_REASON_GONE = 'A large model read the post, which was deleted at its source since.'

/**
 * Deletes the quotes of these leads' matches, and the reasons a large model wrote, also for matches that people removed
 * and may restore.
 */
export async function dropEvidence(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    update lead_match set evidence = '[]', conditions = '[]', reason = case when model ${IS_WRITTEN} then ${WRITTEN_REASON_GONE} else reason end
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  await sql`
    update lead_correction set former = former || case when former->>'model' ${IS_WRITTEN}
      then jsonb_build_object('evidence', '[]'::jsonb, 'conditions', '[]'::jsonb, 'reason', ${WRITTEN_REASON_GONE}::text)
      else '{"evidence": [], "conditions": []}' end
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[]) and former is not null`.execute(tx)
}

export interface LeadWords {
  id: string
  url: string
  author: string | null
  title: string | null
  excerpt: { text: string; evidence: Evidence[] }
}

/** Updates what leads show of their posts. */
export async function setLeadWords(tx: Tx, organizationId: string, leads: readonly LeadWords[]): Promise<void> {
  if (leads.length === 0) return
  await sql`
    update lead set url = fresh.url, author_name = fresh.author, title = fresh.title, excerpt = fresh.excerpt,
      excerpt_evidence = fresh.evidence
    from unnest(
      ${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ url }) => url)}::text[],
      ${leads.map(({ author }) => author)}::text[], ${leads.map(({ title }) => title)}::text[],
      ${leads.map(({ excerpt }) => excerpt.text)}::text[],
      ${leads.map(({ excerpt }) => JSON.stringify(excerpt.evidence))}::jsonb[]
    ) as fresh (id, url, author, title, excerpt, evidence)
    where lead.organization_id = ${organizationId} and lead.id = fresh.id`.execute(tx)
}

/** Erases what leads show of their posts, except the address, and records when. */
export async function dropLeadWords(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    update lead set author_name = null, title = null, excerpt = '', excerpt_evidence = '[]',
      source_deleted_at = coalesce(lead.source_deleted_at, post.gone_at)
    from post_view post
    where lead.organization_id = ${organizationId} and lead.id = any(${leadIds}::uuid[]) and post.id = lead.post_id`.execute(
    tx,
  )
}
