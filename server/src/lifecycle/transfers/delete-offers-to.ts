import type { Tx } from '../../platform/db.ts'

/** Forgets what was offered to somebody whose account goes, by whichever organization; `tx` is open in their departure scope. */
export async function deleteOffersTo(tx: Tx, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('project_transfer').where('email', '=', email.toLowerCase()).execute()
}
