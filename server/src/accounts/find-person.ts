import type { Tx } from '../platform/db.ts'
import { findAccount, findAccountByEmail } from './account-store.ts'
import type { Person } from './find-people.ts'

export function findPerson(tx: Tx, userId: string): Promise<Person | undefined> {
  return findAccount(tx, userId)
}

/** Whoever has an account under the address, verified or not. */
export function findPersonByEmail(tx: Tx, email: string): Promise<Person | undefined> {
  return findAccountByEmail(tx, email)
}
