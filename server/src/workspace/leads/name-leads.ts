import type { Tx } from '../../platform/db.ts'

/** The titles of these leads of the organization, or how a post without one begins; without those that are gone. */
export async function nameLeads(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('lead')
    .select(['id', 'title', 'excerpt'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.title?.trim() || row.excerpt.trim() || 'A post without words']))
}
