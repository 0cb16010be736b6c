import { NO_SCORE } from '@leadlight/domain/scoring'
import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A number of leads found on one of the days, counted from 0. */
export interface FoundOnDay {
  day: number
  leads: number
}

/** Leads of all kinds, deleted ones included, by platform and the day they were found. */
export async function countByPlatform(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  starts: readonly Date[],
): Promise<(FoundOnDay & { platform: string })[]> {
  const { rows } = await sql<FoundOnDay & { platform: string }>`
    select ${dayOf(starts)} as day, platform, count(*)::integer as leads
    from lead_view lead
    where organization_id = ${organizationId} and project_id = ${projectId}
      and collected_at >= ${starts[0]} and collected_at < ${starts.at(-1)}
    group by 1, 2 order by 2, 1`.execute(tx)
  return rows
}

/** The same by signal; a lead counts once for each signal it matches. */
export async function countBySignal(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  starts: readonly Date[],
): Promise<(FoundOnDay & { signalId: string })[]> {
  const { rows } = await sql<FoundOnDay & { signalId: string }>`
    select ${dayOf(starts)} as day, signal_id as "signalId", count(*)::integer as leads
    from lead_view lead cross join lateral unnest(signal_ids) as of_signal (signal_id)
    where organization_id = ${organizationId} and project_id = ${projectId}
      and collected_at >= ${starts[0]} and collected_at < ${starts.at(-1)}
    group by 1, 2 order by 2, 1`.execute(tx)
  return rows
}

export interface FoundCount {
  found: number
  kept: number
  /** Of those kept, those that cost something to find: watched names alone are compared for nothing. */
  scored: number
}

/** Leads found in that time, and those that are not deleted: by signal, and under null in total. */
export async function countFound(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { from, to }: { from: Date; to: Date },
): Promise<Map<string | null, FoundCount>> {
  const { rows } = await sql<FoundCount & { signalId: string | null }>`
    with found as (
      select signal_ids, deleted, score from lead_view lead
      where organization_id = ${organizationId} and project_id = ${projectId}
        and collected_at >= ${from} and collected_at < ${to}
    )
    select null as "signalId", count(*)::integer as found, (count(*) filter (where not deleted))::integer as kept,
      (count(*) filter (where not deleted and score <> ${NO_SCORE}))::integer as scored
    from found
    union all
    select signal_id, count(*)::integer, (count(*) filter (where not deleted))::integer,
      (count(*) filter (where not deleted and score <> ${NO_SCORE}))::integer
    from found cross join lateral unnest(signal_ids) as of_signal (signal_id) group by signal_id`.execute(tx)
  return new Map(rows.map(({ signalId, ...kept }) => [signalId, kept]))
}

/** Days are given by their starts, so that the database needs no time zones. */
function dayOf(starts: readonly Date[]) {
  return sql`width_bucket(collected_at, ${starts}::timestamptz[]) - 1`
}
