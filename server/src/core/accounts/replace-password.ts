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
 * Sets a new password for an account that strangers may have been in. Also ends what they may have set up to come back
 * or keep its owner out. False, with nothing done, if the credentials have changed.
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
