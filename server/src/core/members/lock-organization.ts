import type { Tx } from '../../platform/db.ts'

/**
 * Blocks whatever else locks the organization until the transaction ends, but nothing that merely refers to it. False
 * if there is no such organization.
 */
export async function lockOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a locked organization; all its rows cascade from this one. */
export async function deleteLockedOrganization(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('organization').where('id', '=', organizationId).execute()
}
