import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The project's lead of a post with a signal's score for it; undefined where the signal does not match it. */
export async function findMatchOfPost(
  tx: Tx,
  ids: { organizationId: string; projectId: string; signalId: string },
  postId: string,
): Promise<{ leadId: string; score: number } | undefined> {
  const { rows } = await sql<{ leadId: string; score: number }>`
    select lead.id as "leadId", lead_match.score
    from lead join lead_match on lead_match.lead_id = lead.id and lead_match.intent_signal_id = ${ids.signalId}
    where lead.organization_id = ${ids.organizationId} and lead_match.organization_id = ${ids.organizationId}
      and lead.project_id = ${ids.projectId} and lead.post_id = ${postId}`.execute(tx)
  return rows[0]
}
