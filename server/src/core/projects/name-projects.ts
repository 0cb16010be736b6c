import type { Tx } from '../../platform/db.ts'

/** The names of these projects of the organization, without those that are gone or another organization's by now. */
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

/** The project's organization, in the operator's scope; undefined if there is no such project. */
export async function findOwner(tx: Tx, projectId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('project').select('organization_id').where('id', '=', projectId).executeTakeFirst()
  return row?.organization_id
}
