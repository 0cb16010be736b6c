import type { OfSignal } from '../../core/signals/signals.ts'
import type { Evidence } from '@leadlight/contract/evidence'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A match that a judge made, with its post's packed vector and the vector's model. */
export interface ScoredMatch {
  leadId: string
  score: number
  /** The judge's log-odds. */
  base: number
  vector: Uint8Array | null
  vectorModel: string | null
}

/** The signal's next matches in the order of their leads. */
export async function selectScored(
  tx: Tx,
  ids: OfSignal,
  { after, limit }: { after: string; limit: number },
): Promise<ScoredMatch[]> {
  const { rows } = await sql<ScoredMatch>`
    select lead_match.lead_id as "leadId", lead_match.score, lead_match.base, post.vector,
      post.vector_model as "vectorModel"
    from lead_match join lead on lead.organization_id = ${ids.organizationId} and lead.id = lead_match.lead_id
      join post_view post on post.id = lead.post_id
    where lead_match.organization_id = ${ids.organizationId} and lead_match.intent_signal_id = ${ids.signalId}
      and lead_match.lead_id > ${after} and lead_match.base is not null
    order by lead_match.lead_id limit ${limit}`.execute(tx)
  return rows
}

/** The leads with their posts' text, locked until the transaction ends. */
export async function lockRescored(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<{ leadId: string; title: string | null; body: string }[]> {
  const { rows } = await sql<{ leadId: string; title: string | null; body: string }>`
    select lead.id as "leadId", lead.title, post.body
    from lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.id = any(${leadIds}::uuid[])
    order by lead.id for no key update of lead`.execute(tx)
  return rows
}

export async function setMatchScores(
  tx: Tx,
  ids: OfSignal,
  changes: readonly { leadId: string; score: number }[],
): Promise<void> {
  await sql`
    update lead_match set score = fresh.score
    from unnest(${changes.map(({ leadId }) => leadId)}::uuid[], ${changes.map(({ score }) => score)}::smallint[])
      as fresh (lead_id, score)
    where lead_match.organization_id = ${ids.organizationId} and lead_match.lead_id = fresh.lead_id
      and lead_match.intent_signal_id = ${ids.signalId}`.execute(tx)
}

/** Updates leads from their matches, writing only rows that differ. */
export async function setSummaries(
  tx: Tx,
  organizationId: string,
  leads: readonly { leadId: string; score: number; excerpt: { text: string; evidence: Evidence[] } }[],
): Promise<void> {
  await sql`
    update lead set score = fresh.score, excerpt = fresh.excerpt, excerpt_evidence = fresh.evidence
    from unnest(
      ${leads.map(({ leadId }) => leadId)}::uuid[], ${leads.map(({ score }) => score)}::smallint[],
      ${leads.map(({ excerpt }) => excerpt.text)}::text[],
      ${leads.map(({ excerpt }) => JSON.stringify(excerpt.evidence))}::jsonb[]
    ) as fresh (id, score, excerpt, evidence)
    where lead.organization_id = ${organizationId} and lead.id = fresh.id
      and (lead.score, lead.excerpt, lead.excerpt_evidence) is distinct from (fresh.score, fresh.excerpt, fresh.evidence)
  `.execute(tx)
}
