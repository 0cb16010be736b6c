import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

/** Which of these posts say, word for word, what another post says that the project has as a lead. */
export async function findRepeatedFingerprints(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; postIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (request.postIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select fresh.id from post fresh
    where fresh.id in (${sql.join(request.postIds)}) and exists (
      select from post other join lead on lead.post_id = other.id
      where other.fingerprint = fresh.fingerprint and other.id <> fresh.id
        and lead.organization_id = ${organizationId} and lead.project_id = ${request.projectId}
    )`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
