import type { Tx } from '../../platform/db.ts'

/**
 * Deletes all of an account's keys, when its sessions end because somebody else may be in. `tx` is open in its scope.
 */
export async function endKeys(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}
