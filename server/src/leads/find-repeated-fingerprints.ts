import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

/** Which of these posts say, word for word, what another post says that the signal has found before. */
export async function findRepeatedFingerprints(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; signalId: string; postIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (request.postIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select fresh.id from post fresh
    where not exists (
      select from lead where lead.post_id = fresh.id and lead.organization_id = ${organizationId}
        and lead.project_id = ${request.projectId}
    ) and fresh.id in (${sql.join(request.postIds)}) and exists (
      select from post other join lead on lead.post_id = other.id
      where other.fingerprint = fresh.fingerprint and other.id <> fresh.id
        and lead.organization_id = ${organizationId} and lead.project_id = ${request.projectId}
        and lead.signal_ids @> array[${request.signalId}::uuid]
    )`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
