import type { Tx } from '../../platform/db.ts'

/** The names of these statuses of the organization, without those that are gone. */
export async function nameStatuses(
  tx: Tx,
  organizationId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('lead_status')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
