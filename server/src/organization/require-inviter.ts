import { isOpen } from '@leadlight/domain/account-states'
import { findHeldPerson } from '../accounts/find-person.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'

/**
 * Refuses to let somebody invite others who has not shown that their own address is theirs, or whose account has just been
 * taken by whoever reads its mail.
 */
export async function requireInviter(tx: Tx, userId: string): Promise<void> {
  const person = await findHeldPerson(tx, userId)
  if (person && isOpen(person.state)) return
  throw new AppError('forbidden', 'email_unverified', 'Verify your e-mail address before you invite others.')
}
