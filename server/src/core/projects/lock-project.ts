import type { Tx } from '../../platform/db.ts'

/** Locks the project until the transaction ends, so that nobody adds anything to it; false if it is gone. */
export async function lockProject(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the project from being moved or deleted until the transaction ends; any number may do so at once. */
export async function lockProjectForShare(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks all of the organization's projects in the same way; returns their ids, always in the same order. */
export async function lockAllProjects(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Gives a locked project, and everything in it by the foreign keys, to another organization. */
export async function giveProject(
  tx: Tx,
  organizationId: string,
  id: string,
  change: { organizationId: string; updatedAt: Date },
): Promise<void> {
  await tx
    .updateTable('project')
    .set({ organization_id: change.organizationId, updated_at: change.updatedAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a locked project with everything that refers to it. */
export async function deleteLockedProject(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('project').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}
