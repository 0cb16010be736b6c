import type { Tx } from '../../platform/db.ts'

/** What these projects of the organization are called; those that are gone, or another's by now, are left out. */
export async function nameProjects(
  tx: Tx,
  organizationId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('project')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whose project it is, in the operator's scope; undefined where there is none. */
export async function findOwner(tx: Tx, projectId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('project').select('organization_id').where('id', '=', projectId).executeTakeFirst()
  return row?.organization_id
}
