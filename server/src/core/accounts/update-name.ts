import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { setName, type Account } from './account-store.ts'

/** Sets both parts of the caller's name; an empty part is stored as null. */
export async function updateName(
  { db }: { db: Db },
  caller: Caller,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<Account> {
  const name = { firstName: firstName || null, lastName: lastName || null }
  const account = await db.transaction(accountScope(caller.userId), (tx) => setName(tx, caller.userId, name))
  if (!account) throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
  return account
}
