import type { Tx } from '../../platform/db.ts'
import { listAccounts, type Account } from './account-store.ts'

/** An account as other slices may see it. */
export type Person = Account

/** The accounts with these ids, without those that are gone. */
export async function findPeople(tx: Tx, ids: Iterable<string>): Promise<Map<string, Person>> {
  const accounts = await listAccounts(tx, [...new Set(ids)])
  return new Map(accounts.map((account) => [account.id, account]))
}

/** Somebody's name, or their address if they gave none. */
export function nameOf(person: Person): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}
