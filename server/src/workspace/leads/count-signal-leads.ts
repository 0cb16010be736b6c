import { sql, type RawBuilder } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { IS_COUNTED } from './lead-counts.ts'

/**
 * How many leads each of these signals of the project matches, as the list filtered by that signal counts them; signals without
 * any are left out. A lead counts for each signal that it matches.
 */
export async function countSignalLeads(
  tx: Tx,
  ids: ProjectIds,
  signalIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await signalLeadCounts(ids, signalIds).execute(tx)
  return new Map(rows.map(({ signalId, leads }) => [signalId, leads]))
}

/** Goes from the matches to their leads: a signal may have few of its project's many leads. */
export function signalLeadCounts(
  { organizationId, projectId }: ProjectIds,
  signalIds: readonly string[],
): RawBuilder<{ signalId: string; leads: number }> {
  return sql`
    select lead_match.intent_signal_id as "signalId", count(*)::integer as leads
    from lead_match join lead on lead.organization_id = ${organizationId} and lead.id = lead_match.lead_id
    where lead_match.organization_id = ${organizationId} and lead_match.intent_signal_id = any(${signalIds}::uuid[])
      and lead.project_id = ${projectId} and ${IS_COUNTED}
    group by 1`
}
