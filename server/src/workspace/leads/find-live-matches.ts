import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** How well a lead matches, which signals, and the status it has now. */
export interface LiveMatch {
  score: number
  signalIds: string[]
  statusId: string | null
}

/** How these leads of the project stand. One that is gone, deleted, or whose post was deleted at its source is left out. */
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
