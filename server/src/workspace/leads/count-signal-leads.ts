import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { IS_COUNTED } from './lead-counts.ts'

/**
 * How many leads each signal of the project matches, as the list filtered by that signal counts them; signals without
 * any are left out. A lead counts for each signal that it matches.
 */
export async function countSignalLeads(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ signalId: string; leads: number }>`
    select signal_id as "signalId", count(*)::integer as leads
    from lead cross join lateral unnest(lead.signal_ids) as of_signal (signal_id)
    where lead.organization_id = ${organizationId} and lead.project_id = ${projectId} and ${IS_COUNTED}
    group by 1`.execute(tx)
  return new Map(rows.map(({ signalId, leads }) => [signalId, leads]))
}
