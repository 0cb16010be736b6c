import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/** Projects whose sources or wordings have changed since their watches were last set, at most `limit`. */
export async function selectStale(tx: Tx, limit: number): Promise<ProjectIds[]> {
  const rows = await tx
    .selectFrom('stale_listening')
    .select(['organization_id', 'project_id'])
    .orderBy('project_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ organizationId: row.organization_id, projectId: row.project_id }))
}

/** Clears the mark; a change from here on makes the project stale again. */
export async function deleteStale(tx: Tx, project: ProjectIds): Promise<void> {
  await tx
    .deleteFrom('stale_listening')
    .where('organization_id', '=', project.organizationId)
    .where('project_id', '=', project.projectId)
    .execute()
}
