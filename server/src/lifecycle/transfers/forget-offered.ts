import type { Tx } from '../../platform/db.ts'
import { deleteTransfersTo } from './transfer-store.ts'

/** Forgets what was offered to somebody whose account goes, by whichever organization; `tx` is open in their departure scope. */
export function forgetOffered(tx: Tx, { email }: { email: string }): Promise<void> {
  return deleteTransfersTo(tx, email)
}
