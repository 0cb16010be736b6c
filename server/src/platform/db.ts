import { AsyncLocalStorage } from 'node:async_hooks'
import type { RawBuilder, Selectable, Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import type { Schema } from './tables.ts'

/** Column types that say more than the schema does, as `table.column`. Each slice declares those of its own tables. */
export interface ColumnTypes {}

type TableOf<Name> = Name extends `${infer Table}_view` ? (Table extends keyof Schema ? Table : Name) : Name
type Columns<Name, Row> = {
  [Column in keyof Row]: `${TableOf<Name> & string}.${Column & string}` extends infer Known extends keyof ColumnTypes
    ? ColumnTypes[Known]
    : Row[Column]
}

/** The tables and read views. A slice writes only its own tables, and reads others' through the views they offer. */
export type Tables = { [Name in keyof Schema]: Columns<Name, Schema[Name]> }

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** An open transaction with its scope set (see scopes.ts). Every store function takes one, even for reads. */
export type Tx = Transaction<Tables>

declare const madeInScopes: unique symbol

/** Whose rows a transaction may see. Only the functions in scopes.ts make one. */
export interface Scope {
  readonly [madeInScopes]: true
  readonly name: string
  /** Settings of the transaction, all set every time; an empty text stands for none. */
  readonly settings: Readonly<
    Record<'app.scope' | 'app.organization_id' | 'app.user_id' | 'app.invite_id' | 'app.project_id', string>
  >
}

/** The only way to the data: queries outside a transaction would run without a tenant. */
export interface Db {
  /**
   * Runs `work` in a short transaction that sees what `scope` may see, and commits when it resolves. `work` runs up to
   * three times, so it must have no effects outside the database. It runs again after a serialization failure, a
   * deadlock, or where a row it found and then referred to is gone. Statements that `work` sends at once
   * (`Promise.all`) are pipelined; once one has failed, the others do too. A call inside another transaction throws. An
   * unreachable database becomes an AppError of kind `unavailable`.
   */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Resolves with the rows of one read-only statement in a transaction of its own. Begin, scope, statement and commit
   * are pipelined where the connection allows it, which spares each request two or three round trips. Otherwise as
   * `transaction`, but a failure is not retried.
   */
  read<Row>(scope: Scope, statement: RawBuilder<Row>): Promise<Row[]>
}

export interface TransactionOptions {
  /**
   * Does not wait until the commit is on disk. Where the database dies within the second after, the transaction may be
   * lost, but only as a whole, and never while a later commit survives. Only for work that is checked again, in a
   * transaction without this, before anything follows from it.
   */
  mayBeLost?: boolean
  /**
   * Keeps the transaction's statements prepared on the connection, which spares parsing and planning them: most of the
   * cost of a short statement. For frequent statements of fixed text that read by keys alone, as their plans do not
   * depend on row counts. Where a connection does not keep them, as behind some poolers, the transaction is retried and
   * nothing is prepared any more.
   */
  prepares?: boolean
}

/** Identifies the transaction that code runs in; `isOpen` turns false the moment it ends. */
export interface OpenTransaction {
  readonly scope: Scope
  readonly mayBeLost: boolean
  readonly prepares: boolean
  tx: Tx | undefined
  isOpen: boolean
  client?: PoolClient
  /** Settled once BEGIN was answered; later statements need not wait for it. */
  begun?: Promise<unknown>
  /** The topics to notify once it has committed (see notices.ts). */
  notified: Set<string>
  /** The statements to run at its end, see `writeLast`. */
  last: RawBuilder<unknown>[]
}

const openTransaction = new AsyncLocalStorage<OpenTransaction>()
const hooks = new WeakMap<Tx, (() => void)[]>()

/** The transaction this code runs in, even where the caller was not passed it. For the platform's own use. */
export function findOpenTransaction(): OpenTransaction | undefined {
  const found = openTransaction.getStore()
  return found?.isOpen ? found : undefined
}

export function runAsTransaction<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(transaction, work)
}

/** Throws inside an open transaction; `doing` completes the sentence "… inside an open transaction". */
export function assertNoTransaction(doing: string): void {
  const found = findOpenTransaction()
  if (found) throw new Error(`${doing} inside an open transaction (${found.scope.name}): do it before or after.`)
}

/** Runs `hook` once `tx` has committed; never when it rolls back. The hook must not throw. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const waiting = hooks.get(tx)
  if (waiting) waiting.push(hook)
  else hooks.set(tx, [hook])
}

/**
 * Notifies the topic's listeners in every process once the open transaction has committed; never when it rolls back.
 */
export function notifyAfterCommit(topic: string): void {
  const open = findOpenTransaction()
  if (!open) throw new Error('A notice goes with a transaction, and none is open.')
  open.notified.add(topic)
}

/**
 * Has the transaction run this at its very end, together with its commit: for statements whose result it does not need,
 * and which take a lock that others wait for. Where it fails, the transaction fails.
 */
export function writeLast(tx: Tx, statement: RawBuilder<unknown>): void {
  const open = findOpenTransaction()
  if (open?.tx !== tx) throw new Error('A last statement goes with the transaction that is open.')
  open.last.push(statement)
}

export function runCommitHooks(tx: Tx): void {
  for (const hook of hooks.get(tx) ?? []) hook()
}
