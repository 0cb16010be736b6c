import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { MADE_BY_PEOPLE } from './match-store.ts'
import type { SaidOfLead } from './require-lead.ts'

/** Saves the feedback on a lead that the caller has locked. */
export async function setFeedback(
  tx: Tx,
  organizationId: string,
  { leadId, feedback, reason }: { leadId: string; feedback: SaidOfLead['feedback']; reason: string | null },
): Promise<void> {
  await sql`
    update lead set feedback = ${feedback}, feedback_reason = ${reason}
    where organization_id = ${organizationId} and id = ${leadId}`.execute(tx)
}

/** A lead's post, and the signals a judge matched it to: what feedback applies to. */
export async function selectFoundBy(
  tx: Tx,
  organizationId: string,
  leadId: string,
): Promise<{ postId: string; signalIds: string[] } | undefined> {
  const { rows } = await sql<{ postId: string; signalIds: string[] }>`
    select lead.post_id as "postId", array(
      select intent_signal_id from lead_match
      where lead_match.organization_id = ${organizationId} and lead_match.lead_id = lead.id
        and lead_match.model <> ${MADE_BY_PEOPLE}
      order by intent_signal_id
    ) as "signalIds"
    from lead where organization_id = ${organizationId} and id = ${leadId}`.execute(tx)
  return rows[0]
}

export interface FeedbackCount {
  positive: number
  negative: number
}

/**
 * Counts people's verdicts on the leads of each signal of the project: feedback, and removed signals. Deleted leads
 * count too, since a bad lead is often deleted. Signals added by people say nothing about a signal's finds, nor does what a
 * search was unsure of. With
 * `found`, only leads found in that time count.
 */
export async function countFeedback(
  tx: Tx,
  organizationId: string,
  projectId: string,
  found?: { from: Date; to: Date },
): Promise<Map<string, FeedbackCount>> {
  const inTime = found ? sql`and lead.collected_at >= ${found.from} and lead.collected_at < ${found.to}` : sql``
  const { rows } = await sql<FeedbackCount & { signal_id: string }>`
    select lead_match.intent_signal_id as signal_id,
      (count(*) filter (where lead.feedback = 'positive'))::integer as positive,
      (count(*) filter (where lead.feedback = 'negative'))::integer as negative
    from lead join lead_match on lead_match.lead_id = lead.id and lead_match.organization_id = ${organizationId}
    where lead.organization_id = ${organizationId} and lead.project_id = ${projectId} and lead.feedback is not null
      and lead_match.model <> ${MADE_BY_PEOPLE} and not lead_match.is_unsure ${inTime}
    group by lead_match.intent_signal_id`.execute(tx)
  const { rows: refused } = await sql<{ signal_id: string; negative: number }>`
    select said.intent_signal_id as signal_id, count(*)::integer as negative
    from lead_correction said join intent_signal_view intent_signal on intent_signal.organization_id = ${organizationId}
      and intent_signal.id = said.intent_signal_id and intent_signal.project_id = ${projectId}
    where said.organization_id = ${organizationId} and not said.is_match and said.former is not null
      ${found ? sql`and exists (select from lead where lead.organization_id = ${organizationId} and lead.id = said.lead_id ${inTime})` : sql``}
    group by said.intent_signal_id`.execute(tx)
  for (const { signal_id, negative } of refused) {
    const known = rows.find((row) => row.signal_id === signal_id)
    if (known) known.negative += negative
    else rows.push({ signal_id, positive: 0, negative })
  }
  return new Map(rows.map(({ signal_id, ...count }) => [signal_id, count]))
}
