import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { summaryOf } from './lead-summary.ts'
import { selectBestMatches } from './match-store.ts'

interface SignalIds {
  organizationId: string
  projectId: string
  signalId: string
}

interface RejectedPost {
  id: string
  title: string | null
  text: string
}

/**
 * Removes a signal's match from the leads of these posts, after its current wording rejected them. The leads stay, with
 * score and excerpt of the best match left, or bare where none is. Posts without such a match are skipped, and so are
 * matches that people made. Returns how many were removed.
 */
export async function withdrawMatches(tx: Tx, ids: SignalIds, posts: readonly RejectedPost[]): Promise<number> {
  if (posts.length === 0) return 0
  const { rows } = await sql<{ lead_id: string; post_id: string }>`
    delete from lead_match using lead
    where lead_match.lead_id = lead.id and lead_match.organization_id = ${ids.organizationId}
      and lead_match.intent_signal_id = ${ids.signalId} and lead.organization_id = ${ids.organizationId}
      and lead.project_id = ${ids.projectId} and lead.post_id = any(${posts.map(({ id }) => id)}::uuid[])
      and not exists (
        select from lead_correction said
        where said.organization_id = ${ids.organizationId} and said.lead_id = lead_match.lead_id
          and said.intent_signal_id = ${ids.signalId} and said.is_match)
    returning lead_match.lead_id, lead.post_id`.execute(tx)
  if (rows.length === 0) return 0
  const leadIds = rows.map((row) => row.lead_id)
  const best = await selectBestMatches(tx, ids.organizationId, leadIds)
  const byId = new Map(posts.map((post) => [post.id, post]))
  const left = rows.map(({ lead_id, post_id }) => {
    const post = byId.get(post_id) ?? { title: null, text: '' }
    return summaryOf({ title: post.title, body: post.text }, best.get(lead_id))
  })
  await sql`
    update lead set score = fresh.score, excerpt = fresh.excerpt, excerpt_evidence = fresh.evidence,
      signal_ids = array_remove(signal_ids, ${ids.signalId}::uuid)
    from unnest(
      ${leadIds}::uuid[], ${left.map(({ score }) => score)}::smallint[],
      ${left.map(({ excerpt }) => excerpt.text)}::text[],
      ${left.map(({ excerpt }) => JSON.stringify(excerpt.evidence))}::jsonb[]
    ) as fresh (id, score, excerpt, evidence)
    where lead.organization_id = ${ids.organizationId} and lead.id = fresh.id`.execute(tx)
  return rows.length
}
