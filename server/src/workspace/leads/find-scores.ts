import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Leads' scores and signals, by lead id, without those that are not the project's or whose posts were deleted at their
 * source.
 */
export async function findScores(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; ids: readonly string[] },
): Promise<Map<string, { score: number; signalIds: string[] }>> {
  if (ids.ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; score: number; signal_ids: string[] }>`
    select id, score, signal_ids from lead
    where organization_id = ${organizationId} and project_id = ${ids.projectId} and id = any(${ids.ids}::uuid[])
      and source_deleted_at is null`.execute(tx)
  return new Map(rows.map(({ id, score, signal_ids: signalIds }) => [id, { score, signalIds }]))
}
