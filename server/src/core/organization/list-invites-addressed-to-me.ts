import { isOpen } from '@leadlight/domain/account-states'
import { findPerson } from '../accounts/find-person.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope } from '../../platform/scopes.ts'
import { describeInvites, type DescribedInvite } from './describe-invites.ts'
import { listInvitesTo } from './invite-store.ts'

const LISTED_MAX = 100

/** All organizations' pending invites to the caller, newest first; none until their address is verified. */
export function listInvitesAddressedToMe(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
): Promise<DescribedInvite[]> {
  return db.transaction(accountScope(caller.userId), async (tx) => {
    const person = await findPerson(tx, caller.userId)
    if (!person || !isOpen(person.state)) return []
    const invites = await listInvitesTo(tx, person.email.toLowerCase(), { now: clock.now(), limit: LISTED_MAX })
    return describeInvites(tx, invites)
  })
}
