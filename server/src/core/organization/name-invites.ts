import type { Tx } from '../../platform/db.ts'

/** The addresses of these invites of the organization, as long as they wait. */
export async function nameInvites(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('invite')
    .select(['id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.email]))
}
