import { AsyncLocalStorage } from 'node:async_hooks'
import type { RawBuilder, Selectable, Transaction } from 'kysely'
import type { Schema } from './tables.ts'

/** Columns of which the code knows more than the schema, as `table.column`. Each slice declares those of its own tables. */
export interface ColumnTypes {}

type TableOf<Name> = Name extends `${infer Table}_view` ? (Table extends keyof Schema ? Table : Name) : Name
type Columns<Name, Row> = {
  [Column in keyof Row]: `${TableOf<Name> & string}.${Column & string}` extends infer Known extends keyof ColumnTypes
    ? ColumnTypes[Known]
    : Row[Column]
}

/** The tables and read views. A slice writes its own tables alone, and reads of others' what they offer as views. */
export type Tables = { [Name in keyof Schema]: Columns<Name, Schema[Name]> }

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** An open transaction with its scope set (see scopes.ts). Every store function takes one, reads too. */
export type Tx = Transaction<Tables>

declare const madeInScopes: unique symbol

/** Whose rows a transaction may see. Only the named functions of scopes.ts make one. */
export interface Scope {
  readonly [madeInScopes]: true
  readonly name: string
  /** Set for the length of the transaction, all of them each time; an empty text stands for none. */
  readonly settings: Readonly<
    Record<'app.scope' | 'app.organization_id' | 'app.user_id' | 'app.invite_id' | 'app.project_id', string>
  >
}

/** The only way to the data: queries outside a transaction would run without a tenant. */
export interface Db {
  /**
   * Runs `work` in a short transaction that sees what `scope` may see, and commits when it resolves. A serialization
   * failure or deadlock runs `work` again, three times in all, so it must have no effects outside the database. So does
   * the loss of what `work` had found and then referred to: looking again, it finds that gone.
   * Statements that `work` does not wait for one by one (`Promise.all`) travel together. Once one of them has failed, the others do too.
   * A call inside another transaction throws. A database that is away becomes an AppError of kind `unavailable`.
   */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Answers the rows of one statement that only reads, in a transaction of its own. Beginning, scope, statement and end
   * travel together where the connection allows it, which spares what every request asks two or three round trips.
   * Otherwise as `transaction`, but a failure is not tried again.
   */
  read<Row>(scope: Scope, statement: RawBuilder<Row>): Promise<Row[]>
}

export interface TransactionOptions {
  /**
   * Does not wait until what was committed is on the disk. Where the database itself dies within the second after, the transaction
   * may never have been; but whole, and never while one that committed after it has. Only for what is looked for again
   * before anything comes of it, in a transaction without this.
   */
  mayBeLost?: boolean
  /**
   * Has the connection keep its statements prepared, which spares reading and planning them: most of what a short one costs. For
   * what is done very often and always in the same words, by keys alone: their plans hang on nobody's number of rows. Where a
   * connection does not keep them, as behind some poolers, the transaction is tried again and nothing is prepared any more.
   */
  prepares?: boolean
}

/** What the code running inside a transaction is known by; `isOpen` turns false the moment it ended. */
export interface OpenTransaction {
  readonly scope: Scope
  readonly mayBeLost: boolean
  readonly prepares: boolean
  tx: Tx | undefined
  isOpen: boolean
  /** Settled once its beginning was answered; what follows need not wait for that. */
  begun?: Promise<unknown>
  /** What is to be rung for once it has committed (see notices.ts). */
  rings: Set<string>
  /** What is written at its end, see `writeLast`. */
  last: RawBuilder<unknown>[]
}

const openTransaction = new AsyncLocalStorage<OpenTransaction>()
const hooks = new WeakMap<Tx, (() => void)[]>()

/** The transaction this code runs in, also when the caller was not handed it. For the platform's own use. */
export function findOpenTransaction(): OpenTransaction | undefined {
  const found = openTransaction.getStore()
  return found?.isOpen ? found : undefined
}

export function runAsTransaction<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(transaction, work)
}

/** Throws when called inside an open transaction; `doing` completes the sentence "… inside an open transaction". */
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

/** Rings for the topic once the open transaction has committed, in whatever process somebody hears it; never when it rolls back. */
export function ringAfterCommit(topic: string): void {
  const open = findOpenTransaction()
  if (!open) throw new Error('A ring goes with a transaction, and none is open.')
  open.rings.add(topic)
}

/**
 * Has the transaction write this at its very end, together with its commit: for what nothing in it waits for, and what holds
 * a lock that others wait for. Where it fails, the transaction does.
 */
export function writeLast(tx: Tx, statement: RawBuilder<unknown>): void {
  const open = findOpenTransaction()
  if (open?.tx !== tx) throw new Error('A last statement goes with the transaction that is open.')
  open.last.push(statement)
}

export function runCommitHooks(tx: Tx): void {
  for (const hook of hooks.get(tx) ?? []) hook()
}
