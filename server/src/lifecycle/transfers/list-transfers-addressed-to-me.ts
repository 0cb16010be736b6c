import { isOpen } from '@leadlight/domain/account-states'
import { findPerson } from '../../core/accounts/find-person.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope } from '../../platform/scopes.ts'
import { describeTransfers, type DescribedTransfer } from './describe-transfers.ts'
import { listTransfersTo } from './transfer-store.ts'

const LISTED_MAX = 100

/** All organizations' offers to the caller, newest first; none until their address is verified. */
export function listTransfersAddressedToMe(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
): Promise<DescribedTransfer[]> {
  return db.transaction(accountScope(caller.userId), async (tx) => {
    const person = await findPerson(tx, caller.userId)
    if (!person || !isOpen(person.state)) return []
    const transfers = await listTransfersTo(tx, person.email.toLowerCase(), { now: clock.now(), limit: LISTED_MAX })
    return describeTransfers(tx, transfers)
  })
}
