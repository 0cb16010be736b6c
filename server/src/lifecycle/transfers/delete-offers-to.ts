import type { Tx } from '../../platform/db.ts'

/** Deletes every organization's offers to somebody whose account is deleted; `tx` is open in their departure scope. */
export async function deleteOffersTo(tx: Tx, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('project_transfer').where('email', '=', email.toLowerCase()).execute()
}
