import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A lead's score, its signals, and its current status. */
export interface LiveMatch {
  score: number
  signalIds: string[]
  statusId: string | null
}

/**
 * The score, signals and status of these leads of the project, without those that are gone, deleted, or whose post was
 * deleted at its source.
 */
export async function findLiveMatches(
  tx: Tx,
  organizationId: string,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<Map<string, LiveMatch>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LiveMatch & { id: string }>`
    select id, score, signal_ids as "signalIds", status_config_id as "statusId" from lead
    where organization_id = ${organizationId} and project_id = ${projectId} and id = any(${ids}::uuid[])
      and not deleted and source_deleted_at is null`.execute(tx)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
