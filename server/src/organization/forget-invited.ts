import type { Tx } from '../platform/db.ts'
import { deleteInvitesTo } from './invite-store.ts'

/** Takes back every invite to somebody whose account goes, in whichever organization; `tx` is open in their departure scope. */
export function forgetInvited(tx: Tx, { email }: { email: string }): Promise<void> {
  return deleteInvitesTo(tx, email)
}
