import type { Tx } from '../platform/db.ts'

interface AccountTable {
  id: string
  email: string
  password_hash: string | null
  first_name: string | null
  last_name: string | null
  is_verified: boolean
  avatar_url: string | null
  created_at: Date
}

declare module '../platform/db.ts' {
  interface Tables {
    account: AccountTable
  }
}

export interface Account {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  isVerified: boolean
  avatarUrl: string | null
}

export interface NewAccount {
  id: string
  email: string
  passwordHash: string
  createdAt: Date
}

/** Adds the account unless the address is taken, also by a registration running at this moment. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<{ inserted: boolean }> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      first_name: null,
      last_name: null,
      is_verified: false,
      avatar_url: null,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return { inserted: result.numInsertedOrUpdatedRows === 1n }
}

/** An account of somebody whose address another party has verified; without a password. False where it is taken. */
export async function insertVerifiedAccount(
  tx: Tx,
  account: Omit<Account, 'isVerified'> & { createdAt: Date },
): Promise<boolean> {
  const result = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: null,
      first_name: account.firstName,
      last_name: account.lastName,
      is_verified: true,
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

export async function listAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  return rows.map(accountOf)
}

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const row = await tx.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
  return row && accountOf(row)
}

export async function findCredentials(
  tx: Tx,
  email: string,
): Promise<{ accountId: string; passwordHash: string | null } | undefined> {
  const row = await tx
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row && { accountId: row.id, passwordHash: row.password_hash }
}

export async function findOwnCredentials(
  tx: Tx,
  id: string,
): Promise<{ email: string; passwordHash: string | null } | undefined> {
  const row = await tx.selectFrom('account').select(['email', 'password_hash']).where('id', '=', id).executeTakeFirst()
  return row && { email: row.email, passwordHash: row.password_hash }
}

export async function setPasswordHash(tx: Tx, id: string, change: { former: string; next: string }): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: change.next })
    .where('id', '=', id)
    .where('password_hash', '=', change.former)
    .execute()
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

function accountOf(row: AccountTable): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isVerified: row.is_verified,
    avatarUrl: row.avatar_url,
  }
}
