import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Maps those of these posts that repeat, word for word, the post of a lead of the project to that post. With a signal,
 * only leads it has found count. Posts that are leads themselves are left out.
 */
export async function findRepeated(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; signalId?: string; postIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (request.postIds.length === 0) return new Map()
  const ofSignal = request.signalId === undefined ? sql`true` : sql`lead.signal_ids @> array[${request.signalId}::uuid]`
  const { rows } = await sql<{ id: string; original: string }>`
    select fresh.id, original.id as original
    from post_view fresh join lateral (
      select other.id from post_view other join lead on lead.post_id = other.id
      where other.fingerprint = fresh.fingerprint and other.id <> fresh.id
        and lead.organization_id = ${organizationId} and lead.project_id = ${request.projectId} and ${ofSignal}
      order by other.posted_at, other.id limit 1
    ) original on true
    where fresh.id = any(${request.postIds}::uuid[]) and not exists (
      select from lead where lead.post_id = fresh.id and lead.organization_id = ${organizationId}
        and lead.project_id = ${request.projectId}
    )`.execute(tx)
  return new Map(rows.map(({ id, original }) => [id, original]))
}
