import type { Tx } from '../../platform/db.ts'

/** Whether a smart column of the project is being filled. */
export async function isBeingFilled(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('smart_column')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('run', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
