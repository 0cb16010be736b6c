import type { Tx } from '../../platform/db.ts'
import { deleteKeysOf } from './key-store.ts'

/** Ends all of an account's keys, with the sessions that end because somebody else may be in. `tx` is open in its scope. */
export function endKeys(tx: Tx, accountId: string): Promise<void> {
  return deleteKeysOf(tx, accountId)
}
