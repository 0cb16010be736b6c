import type { Tx } from '../../platform/db.ts'

/** The names of these people of the organization, without those that are gone. */
export async function namePeople(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
