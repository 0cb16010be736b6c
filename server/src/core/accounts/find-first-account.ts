import { loginScope } from '../../platform/scopes.ts'
import type { Db } from '../../platform/db.ts'
import { selectFirstAccount, type Account } from './account-store.ts'

/** The account that the installation began with, of those that are still there; undefined where there is none. */
export function findFirstAccount(db: Db): Promise<Account | undefined> {
  return db.transaction(loginScope(), selectFirstAccount)
}
