import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { ProjectIds } from './insight-dependencies.ts'

/** A number of leads, found on the `day`-th of the days, counted from 0. */
export interface FoundOnDay {
  day: number
  leads: number
}

/** Leads of all kinds, deleted ones too, by the day they were found on and their platform. */
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

/** The same by the signals that match them; a lead counts for each. */
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
}

/** Leads found in the time, and those that are not deleted: under null in all, and by signal. */
export async function countFound(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { from, to }: { from: Date; to: Date },
): Promise<Map<string | null, FoundCount>> {
  const { rows } = await sql<FoundCount & { signalId: string | null }>`
    with found as (
      select signal_ids, deleted from lead_view lead
      where organization_id = ${organizationId} and project_id = ${projectId}
        and collected_at >= ${from} and collected_at < ${to}
    )
    select null as "signalId", count(*)::integer as found, (count(*) filter (where not deleted))::integer as kept from found
    union all
    select signal_id, count(*)::integer, (count(*) filter (where not deleted))::integer
    from found cross join lateral unnest(signal_ids) as of_signal (signal_id) group by signal_id`.execute(tx)
  return new Map(rows.map(({ signalId, ...kept }) => [signalId, kept]))
}

/** Days are told by when they begin, so that the database need not know of time zones. */
function dayOf(starts: readonly Date[]) {
  return sql`width_bucket(collected_at, ${starts}::timestamptz[]) - 1`
}
