import { endKeys } from '../api-keys/end-keys.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { accountScope } from '../platform/scopes.ts'
import { setPasswordHash, type Credentials } from './credential-store.ts'
import { deleteGoogleIdentity } from './google-identity-store.ts'
import type { Passwords } from './passwords.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import { endSessions } from './session-store.ts'

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
  const { accountId } = held
  return db.transaction(accountScope(accountId), async (tx) => {
    if (!(await setPasswordHash(tx, held, passwordHash))) return false
    await endSessions(tx, { accountId, keepId: null, now: clock.now() })
    await endKeys(tx, accountId)
    await deleteGoogleIdentity(tx, accountId)
    await deleteSecondFactor(tx, accountId)
    return true
  })
}
