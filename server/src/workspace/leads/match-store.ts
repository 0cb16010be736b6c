import type { Stance } from '@leadlight/domain/watched-names/stances'
import type { Evidence } from '@leadlight/contract/evidence'
import type { StoredCondition } from '@leadlight/domain/conditions'
import type { Quoted } from '@leadlight/domain/evidence'
import type { SignalKind } from '@leadlight/domain/signals'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** In place of the judge's version for matches that people added, which no verdict changes. */
export const MADE_BY_PEOPLE = 'person'

/** Evidence as stored: with its words, so that it survives edits of its post. */
export type StoredEvidence = Evidence & Quoted

export interface MatchRow {
  intent_signal_id: string
  kind: SignalKind
  intent_signal: string
  score: number
  /** The judge's log-odds before the signal's feedback; null where people made the match. */
  base: number | null
  reason: string
  evidence: StoredEvidence[]
  conditions: StoredCondition[]
  model: string
  /** Who added it, where a person did. */
  said_by: string | null
}

/** A lead's matches, best first; a deleted signal keeps its wording. */
export async function selectMatches(tx: Tx, organizationId: string, leadId: string): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    select lead_match.intent_signal_id, intent_signal.kind, intent_signal.intent_signal, lead_match.score, lead_match.base, lead_match.reason,
      lead_match.evidence, lead_match.conditions, lead_match.model, lead_correction.account_id as said_by
    from lead_match join intent_signal_view intent_signal on intent_signal.id = lead_match.intent_signal_id
      left join lead_correction on lead_correction.organization_id = ${organizationId}
        and lead_correction.lead_id = lead_match.lead_id and lead_correction.is_match
        and lead_correction.intent_signal_id = lead_match.intent_signal_id
    where lead_match.organization_id = ${organizationId} and intent_signal.organization_id = ${organizationId}
      and lead_match.lead_id = ${leadId}
    order by lead_match.score desc, lead_match.intent_signal_id`.execute(tx)
  return rows
}

export interface LeadToAnswerRow {
  platform: string
  community_name: string | null
  author_name: string | null
  title: string | null
  body: string
  source_deleted_at: Date | null
  matches: Pick<MatchRow, 'intent_signal' | 'reason' | 'evidence' | 'conditions'>[]
}

/** A lead's post with its matches, best first, in one statement: somebody waits for the first words of an answer. */
export async function findLeadToAnswer(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; id: string },
): Promise<LeadToAnswerRow | undefined> {
  const { rows } = await sql<LeadToAnswerRow>`
    select lead.platform, lead.community_name, lead.author_name, lead.title, post.body,
      lead.source_deleted_at, coalesce((
      select jsonb_agg(jsonb_build_object('intent_signal', signal.intent_signal, 'reason', reason, 'evidence', evidence,
          'conditions', conditions) order by score desc, intent_signal_id)
      from lead_match join intent_signal_view signal on signal.id = lead_match.intent_signal_id
      where lead_match.organization_id = ${organizationId} and signal.organization_id = ${organizationId}
        and lead_id = lead.id
    ), '[]') as matches
    from lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.project_id = ${ids.projectId} and lead.id = ${ids.id}
  `.execute(tx)
  return rows[0]
}

export interface SignalMatchRow {
  postId: string
  leadId: string
  score: number | null
  isSettled: boolean
}

/** The project's leads of these posts, each with one signal's match. */
export async function selectSignalMatches(
  tx: Tx,
  signal: { organizationId: string; projectId: string; signalId: string },
  postIds: readonly string[],
): Promise<SignalMatchRow[]> {
  const { rows } = await sql<SignalMatchRow>`
    select lead.post_id as "postId", lead.id as "leadId", lead_match.score, said.lead_id is not null as "isSettled"
    from lead left join lead_match on lead_match.organization_id = ${signal.organizationId}
        and lead_match.lead_id = lead.id and lead_match.intent_signal_id = ${signal.signalId}
      left join lead_correction said on said.organization_id = ${signal.organizationId}
        and said.lead_id = lead.id and said.intent_signal_id = ${signal.signalId}
    where lead.organization_id = ${signal.organizationId} and lead.project_id = ${signal.projectId}
      and lead.post_id = any(${postIds}::uuid[])`.execute(tx)
  return rows
}

export interface NewMatch {
  leadId: string
  score: number
  base: number | null
  reason: string
  evidence: StoredEvidence[]
  conditions: StoredCondition[]
  model: string
  stance: Stance | null
  isUnsure: boolean
}

interface MatchContext {
  organizationId: string
  signalId: string
  now: Date
}

/** Those of the leads that the signal matches. */
export async function selectMatched(
  tx: Tx,
  context: MatchContext,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ leadId: string }>`
    select lead_id as "leadId" from lead_match
    where organization_id = ${context.organizationId} and intent_signal_id = ${context.signalId}
      and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ leadId }) => leadId))
}

/** Saves a signal's verdicts on leads; repeated ones change nothing. */
export async function saveMatches(tx: Tx, context: MatchContext, matches: readonly NewMatch[]): Promise<void> {
  await sql`
    insert into lead_match
      (organization_id, lead_id, intent_signal_id, score, base, reason, evidence, conditions, model, stance, is_unsure, matched_at)
    select ${context.organizationId}::uuid, lead_id, ${context.signalId}::uuid, score, base, reason, evidence, conditions,
      model, stance, is_unsure, ${context.now}::timestamptz
    from unnest(
      ${matches.map(({ leadId }) => leadId)}::uuid[], ${matches.map(({ score }) => score)}::smallint[],
      ${matches.map(({ base }) => base)}::double precision[], ${matches.map(({ reason }) => reason)}::text[],
      ${matches.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[],
      ${matches.map(({ conditions }) => JSON.stringify(conditions))}::jsonb[],
      ${matches.map(({ model }) => model)}::text[], ${matches.map(({ stance }) => stance)}::text[],
      ${matches.map(({ isUnsure }) => isUnsure)}::boolean[]
    ) as fresh (lead_id, score, base, reason, evidence, conditions, model, stance, is_unsure)
    on conflict (lead_id, intent_signal_id) do update set
      score = excluded.score, base = excluded.base, reason = excluded.reason, evidence = excluded.evidence,
      conditions = excluded.conditions, model = excluded.model, stance = excluded.stance,
      is_unsure = excluded.is_unsure, matched_at = excluded.matched_at
    where (lead_match.score, lead_match.base, lead_match.reason, lead_match.evidence, lead_match.conditions,
        lead_match.model, lead_match.stance, lead_match.is_unsure)
      is distinct from (excluded.score, excluded.base, excluded.reason, excluded.evidence, excluded.conditions,
        excluded.model, excluded.stance, excluded.is_unsure)`.execute(tx)
}

/**
 * The best score of each of these leads over all signals, with the evidence of the best match made by a judge: matches
 * added by people have none.
 */
export async function selectBestMatches(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, { score: number; evidence: StoredEvidence[] }>> {
  const { rows } = await sql<{ lead_id: string; score: number; evidence: StoredEvidence[] }>`
    select lead_id, max(score) as score,
      (array_agg(evidence order by model = ${MADE_BY_PEOPLE}, score desc, intent_signal_id))[1] as evidence
    from lead_match
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[])
    group by lead_id`.execute(tx)
  return new Map(rows.map(({ lead_id, ...match }) => [lead_id, match]))
}
