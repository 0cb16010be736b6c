import { isOpen } from '@leadlight/domain/account-states'
import { findPerson } from '../../core/accounts/find-person.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { transferNotFound } from './transfer-failures.ts'
import { findTransferInScope, type Transfer } from './transfer-store.ts'

/** A pending offer to the user's verified address; any other is reported as missing. */
export function getAddressedTransfer(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  id: string,
): Promise<Transfer> {
  return db.transaction(accountScope(userId), async (tx) => {
    const person = await findPerson(tx, userId)
    if (!person || !isOpen(person.state)) {
      throw new AppError('forbidden', 'email_unverified', 'Verify your email address first.')
    }
    const transfer = await findTransferInScope(tx, id)
    if (!transfer || transfer.expiresAt <= clock.now()) throw transferNotFound()
    return transfer
  })
}
