import type { Tx } from '../platform/db.ts'
import { setVerified } from './account-store.ts'

/** Takes the account's address as proved theirs; the caller has seen them hold what was mailed to it. */
export function confirmAddress(tx: Tx, userId: string, email: string): Promise<void> {
  return setVerified(tx, userId, email)
}
