import type { Tx } from '../../platform/db.ts'

/** The names of these receiving addresses of the organization, without those that are gone. */
export async function nameAddresses(
  tx: Tx,
  organizationId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('receiving_address')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
