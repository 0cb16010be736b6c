import type { Db } from '../../platform/db.ts'
import { setPasswordHash, type Credentials } from './credential-store.ts'
import { withLockedAccount } from './locked-account.ts'
import type { Passwords } from './passwords.ts'
import { voidAccess, type VoidingDependencies } from './void-access.ts'

export interface ReplacePasswordDependencies extends VoidingDependencies {
  db: Db
  passwords: Passwords
}

/**
 * Sets another password for an account that strangers may have been in: what they may have set up to come in again, or to keep its
 * owner out, goes too. False, and nothing done, where the credentials are the account's no longer.
 */
export async function replacePassword(
  dependencies: ReplacePasswordDependencies,
  held: Credentials,
  password: string,
): Promise<boolean> {
  const { db, passwords } = dependencies
  const passwordHash = await passwords.hash(password)
  const isReplaced = await withLockedAccount(db, held.accountId, async (tx, account) => {
    if (!(await setPasswordHash(tx, held, passwordHash))) return false
    await voidAccess(tx, dependencies, account)
    return true
  })
  return isReplaced ?? false
}
