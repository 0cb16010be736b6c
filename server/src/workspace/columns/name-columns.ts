import type { Tx } from '../../platform/db.ts'

/** The names of these smart columns of the organization, without those that are gone. */
export async function nameColumns(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('smart_column')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
