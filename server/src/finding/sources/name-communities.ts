import type { Tx } from '../../platform/db.ts'

/** The names of these communities of the organization’s projects, without those that are gone. */
export async function nameCommunities(
  tx: Tx,
  organizationId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('project_source')
    .select(['id', 'display_name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.display_name]))
}
