import type { Tx } from '../../platform/db.ts'

/** The titles of these feeds of the organization, without those that are gone. */
export async function nameFeeds(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('feed')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.title]))
}
