import { BORN, type AccountState } from '@leadlight/domain/account-states'
import type { Row, Tx } from '../../platform/db.ts'
import type { Credentials } from './credential-store.ts'

export interface Account {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  /** Whether somebody has shown that they read its mail: true in every state but `unproved`. */
  isVerified: boolean
  state: AccountState
  avatarUrl: string | null
}

export interface NewAccount {
  id: string
  email: string
  passwordHash: string
  createdAt: Date
}

/** Adds the account unless the address is taken, also by a concurrent registration. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<{ inserted: boolean }> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      first_name: null,
      last_name: null,
      ...columnsOf(BORN.registered),
      avatar_url: null,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return { inserted: result.numInsertedOrUpdatedRows === 1n }
}

/** Adds an account without a password for an address that another party has verified. False if it is taken. */
export async function insertVerifiedAccount(
  tx: Tx,
  account: Omit<Account, 'isVerified' | 'state'> & { createdAt: Date },
): Promise<boolean> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: null,
      first_name: account.firstName,
      last_name: account.lastName,
      ...columnsOf(BORN.made_by_google),
      avatar_url: account.avatarUrl,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const row = await tx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const row = await tx.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
  return row && accountOf(row)
}

/** The oldest account, by ids that grow with time. */
export async function selectFirstAccount(tx: Tx): Promise<Account | undefined> {
  const row = await tx.selectFrom('account').selectAll().orderBy('id').limit(1).executeTakeFirst()
  return row && accountOf(row)
}

export async function listAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  return rows.map(accountOf)
}

/**
 * Stores how far it is known whose account it is. Names the address, so that one the account has changed to meanwhile
 * is not taken for the proved one; undefined if it has changed.
 */
export async function setState(
  tx: Tx,
  { id, email }: { id: string; email: string },
  state: AccountState,
): Promise<Account | undefined> {
  const row = await tx
    .updateTable('account')
    .set(columnsOf(state))
    .where('id', '=', id)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()
  return row && accountOf(row)
}

/**
 * Gives the account another address and the state that its proof leads to. Throws the database's error if the address
 * is taken.
 */
export async function setEmail(
  tx: Tx,
  held: Credentials,
  { email, state }: { email: string; state: AccountState },
): Promise<Account | undefined> {
  const row = await tx
    .updateTable('account')
    .set({ email, ...columnsOf(state) })
    .where('id', '=', held.accountId)
    .where('email', '=', held.email)
    .where('password_hash', 'is not distinct from', held.passwordHash)
    .returningAll()
    .executeTakeFirst()
  return row && accountOf(row)
}

export async function setName(
  tx: Tx,
  id: string,
  name: { firstName: string | null; lastName: string | null },
): Promise<Account | undefined> {
  const row = await tx
    .updateTable('account')
    .set({ first_name: name.firstName, last_name: name.lastName })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && accountOf(row)
}

function accountOf(row: Row<'account'>): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isVerified: row.is_verified,
    state: stateOf(row),
    avatarUrl: row.avatar_url,
  }
}

function columnsOf(state: AccountState): Pick<Row<'account'>, 'is_verified' | 'is_claimed'> {
  return { is_verified: state !== 'unproved', is_claimed: state === 'claimed' }
}

function stateOf({ is_verified, is_claimed }: Pick<Row<'account'>, 'is_verified' | 'is_claimed'>): AccountState {
  if (!is_verified) return 'unproved'
  return is_claimed ? 'claimed' : 'proved'
}
