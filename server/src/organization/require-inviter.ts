import { findPerson } from '../accounts/find-person.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'

/** Refuses to have mails sent in the name of somebody who has not shown that their own address is theirs. */
export async function requireInviter(tx: Tx, userId: string): Promise<void> {
  if ((await findPerson(tx, userId))?.isVerified) return
  throw new AppError('forbidden', 'email_unverified', 'Verify your e-mail address before you invite others.')
}
