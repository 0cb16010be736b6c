import type { Tx } from '../../platform/db.ts'

/** The organization's projects that have outside subscribers. */
export async function listReadProjects(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('outbox_reader')
    .select('project_id')
    .where('organization_id', '=', organizationId)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}
