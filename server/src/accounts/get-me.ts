import type { Caller } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { accountScope } from '../platform/scopes.ts'
import { findAccount, type Account } from './account-store.ts'

export async function getMe({ db }: { db: Db }, caller: Caller): Promise<Account> {
  const account = await db.transaction(accountScope(caller.userId), (tx) => findAccount(tx, caller.userId))
  if (!account) throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
  return account
}
