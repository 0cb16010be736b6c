import type { Tx } from '../../platform/db.ts'

/** The names of these views, as long as they are the team’s: what is somebody’s own is not named to others. */
export async function nameViews(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('saved_view')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .where('is_shared', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
