import type { Tx } from '../../platform/db.ts'
import { findAccount, findAccountByEmail, type Account } from './account-store.ts'

export function findPerson(tx: Tx, userId: string): Promise<Account | undefined> {
  return findAccount(tx, userId)
}

/** The account with this address, verified or not. */
export function findPersonByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  return findAccountByEmail(tx, email)
}
