import { loginScope } from '../../platform/scopes.ts'
import type { Db } from '../../platform/db.ts'
import { selectFirstAccount, type Account } from './account-store.ts'

/** The oldest account that still exists; undefined if there is none. */
export function findFirstAccount(db: Db): Promise<Account | undefined> {
  return db.transaction(loginScope(), selectFirstAccount)
}
