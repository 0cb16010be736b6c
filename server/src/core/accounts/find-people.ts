import type { Tx } from '../../platform/db.ts'
import { listAccounts, type Account } from './account-store.ts'

/** Somebody as others of the installation's code may know them. */
export type Person = Account

/** The accounts with these ids; one that is gone is left out. */
export async function findPeople(tx: Tx, ids: Iterable<string>): Promise<Map<string, Person>> {
  const accounts = await listAccounts(tx, [...new Set(ids)])
  return new Map(accounts.map((account) => [account.id, account]))
}

/** How somebody is called: by their name, or their address where they gave none. */
export function nameOf(person: Person): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}
