import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { setPasswordHash, type Credentials } from './credential-store.ts'
import { withLockedAccount } from './locked-account.ts'
import type { Passwords } from './passwords.ts'
import { voidAccess } from './void-access.ts'

export interface ReplacePasswordDependencies {
  db: Db
  clock: Clock
  passwords: Passwords
}

/**
 * Sets another password for an account that strangers may have been in: what they may have set up to come in again, or to keep its
 * owner out, goes too. False, and nothing done, where the credentials are the account's no longer.
 */
export async function replacePassword(
  { db, clock, passwords }: ReplacePasswordDependencies,
  held: Credentials,
  password: string,
): Promise<boolean> {
  const passwordHash = await passwords.hash(password)
  const isReplaced = await withLockedAccount(db, held.accountId, async (tx, account) => {
    if (!(await setPasswordHash(tx, held, passwordHash))) return false
    await voidAccess(tx, account, clock.now())
    return true
  })
  return isReplaced ?? false
}
