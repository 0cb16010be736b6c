import { isOpen } from '@leadlight/domain/account-states'
import { findPerson } from '../accounts/find-person.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { findInviteInScope, type Invite } from './invite-store.ts'

/** An invite to the caller's verified address; any other is reported as missing. */
export function getAddressedInvite({ db }: { db: Db }, caller: Caller, id: string): Promise<Invite> {
  return db.transaction(accountScope(caller.userId), async (tx) => {
    const person = await findPerson(tx, caller.userId)
    if (!person || !isOpen(person.state)) {
      const detail = 'Verify your email address first, or follow the link of the invite.'
      throw new AppError('forbidden', 'email_unverified', detail)
    }
    const invite = await findInviteInScope(tx, id)
    if (!invite) throw inviteNotFound()
    return invite
  })
}
