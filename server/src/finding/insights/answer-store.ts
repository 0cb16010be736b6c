import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface AnswerCounts {
  found: number
  answered: number
  dismissed: number
  medianMs: number | null
  slowMs: number | null
}

/** How long leads found in that time took to get their first draft or status. */
export async function sumAnswers(
  tx: Tx,
  ids: ProjectIds,
  { from, to }: { from: Date; to: Date },
): Promise<AnswerCounts> {
  const { rows } = await sql<AnswerCounts>`
    with ${answered(ids, { from, to })}
    select count(*)::integer as found, count(took_ms)::integer as answered,
      (count(*) filter (where took_ms is null and deleted))::integer as dismissed,
      (percentile_disc(0.5) within group (order by took_ms))::float8 as "medianMs",
      (percentile_disc(0.9) within group (order by took_ms))::float8 as "slowMs"
    from answered`.execute(tx)
  return rows[0] ?? { found: 0, answered: 0, dismissed: 0, medianMs: null, slowMs: null }
}

/** How many answers took at least each step and less than the next; 0 counts those below the first step. */
export async function countAnswerSteps(
  tx: Tx,
  ids: ProjectIds,
  { from, to, stepsMs }: { from: Date; to: Date; stepsMs: readonly number[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ step: number; leads: number }>`
    with ${answered(ids, { from, to })}
    select width_bucket(took_ms, ${stepsMs}::bigint[]) as step, count(*)::integer as leads
    from answered where took_ms is not null group by 1`.execute(tx)
  return new Map(rows.map(({ step, leads }) => [step, leads]))
}

function answered({ organizationId, projectId }: ProjectIds, { from, to }: { from: Date; to: Date }) {
  return sql`answered as (
    select lead.deleted, case when first_answer.at is not null
      then round(greatest(0, extract(epoch from first_answer.at - lead.collected_at)) * 1000)::bigint end as took_ms
    from lead_view lead cross join lateral (
      select min(at) as at from lead_history_view lead_history
      where lead_history.organization_id = ${organizationId} and lead_history.lead_id = lead.id
        and kind in ('draft', 'status')
    ) first_answer
    where lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
      and lead.collected_at >= ${from} and lead.collected_at < ${to}
  )`
}
