import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

/**
 * Takes a signal's match away from the leads of these posts, after its present wording rejected them. The leads stay;
 * their score is that of the matches left. Posts without such a match are passed over.
 */
export async function withdrawMatches(
  tx: Tx,
  place: { organizationId: string; projectId: string; signalId: string },
  postIds: readonly string[],
): Promise<void> {
  if (postIds.length === 0) return
  const { rows } = await sql<{ lead_id: string }>`
    delete from lead_match using lead
    where lead_match.lead_id = lead.id and lead_match.organization_id = ${place.organizationId}
      and lead_match.intent_signal_id = ${place.signalId} and lead.organization_id = ${place.organizationId}
      and lead.project_id = ${place.projectId} and lead.post_id in (${sql.join(postIds)})
    returning lead_match.lead_id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update lead set
      signal_ids = array_remove(signal_ids, ${place.signalId}::uuid),
      score = coalesce((select max(score) from lead_match where lead_match.lead_id = lead.id), 0)
    where organization_id = ${place.organizationId} and id in (${sql.join(rows.map((row) => row.lead_id))})`.execute(tx)
  await sql`
    update intent_signal set lead_count = lead_count - ${rows.length}
    where organization_id = ${place.organizationId} and id = ${place.signalId}`.execute(tx)
}
