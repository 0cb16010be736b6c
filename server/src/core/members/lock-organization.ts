import type { Tx } from '../../platform/db.ts'

/**
 * Holds back everything else that locks the organization until the transaction ends, and nothing that merely belongs to
 * it. False where there is no such organization.
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

/** Deletes a locked organization; every row of its own hangs on this one by foreign keys. */
export async function deleteLockedOrganization(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('organization').where('id', '=', organizationId).execute()
}
