import type { Transaction } from 'kysely'

/**
 * The tables of the database. Each store declares its own by merging into this interface, so that this file knows no
 * product words and a table has exactly one owner.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** An open transaction with its scope set (see scopes.ts). Every store function takes one, reads too. */
export type Tx = Transaction<Tables>

export interface Scope {
  kind: string
  settings: Record<string, string>
}

/** The one way to the data. */
export interface Db {
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
}
