import type { Kysely, Transaction } from 'kysely'

/**
 * The tables of the database. Each store declares its own by merging into this interface, so that this file knows no
 * product words and a table has exactly one owner.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** The way to a transaction and to nothing else: queries outside one would run without a tenant. */
export type Db = Kysely<Tables>

/** An open transaction with its scope set (see scopes.ts). Every store function takes one, reads too. */
export type Tx = Transaction<Tables>
