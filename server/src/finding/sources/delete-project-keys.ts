import type { Tx } from '../../platform/db.ts'

/** Deletes the keys to platforms of a project that has moved: they are the former organization's to spend. */
export async function deleteProjectKeys(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('project_key')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
