import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** What an account is signed in to with. */
export interface Credentials {
  accountId: string
  email: string
  /** Null for somebody who signs in only by other means. */
  passwordHash: string | null
}

export async function findCredentials(tx: Tx, email: string): Promise<Credentials | undefined> {
  const row = await selectCredentials(tx).where('email', '=', email).executeTakeFirst()
  return row && credentialsOf(row)
}

export async function findOwnCredentials(tx: Tx, id: string): Promise<Credentials | undefined> {
  const row = await selectCredentials(tx).where('id', '=', id).executeTakeFirst()
  return row && credentialsOf(row)
}

/** The credentials, with the account locked until the transaction ends: it cannot change or join anything. */
export async function lockAccount(tx: Tx, id: string): Promise<Credentials | undefined> {
  const row = await selectCredentials(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && credentialsOf(row)
}

/** Keeps the account's credentials from changing, and its sessions from all being ended, until the transaction ends. */
export async function lockAccountShared(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', id).forShare().execute()
}

/** Deletes the account's password: nobody signs in with one until another is set. */
export async function deletePassword(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute()
}

/** Whether these are still the account's credentials; if so, they stay that way until the transaction ends. */
export async function lockCredentials(tx: Tx, held: Credentials): Promise<boolean> {
  const row = await selectCredentials(tx)
    .where('id', '=', held.accountId)
    .where('email', '=', held.email)
    .where('password_hash', 'is not distinct from', held.passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The credentials for an address, and whether their owner is known to use a network with one of the `addressHashes`. Known is one who
 * signed in from there since `signedInSince`, or set a password there by a mailed link since `resetSince`.
 */
export function signInOf(asked: {
  email: string
  addressHashes: readonly Uint8Array[]
  signedInSince: Date
  resetSince: Date
}): RawBuilder<Credentials & { isKnownAddress: boolean }> {
  return sql`
    select id as "accountId", email, password_hash as "passwordHash",
      exists (select from session where account_id = account.id and address_hash = any(${asked.addressHashes}::bytea[])
        and created_at > ${asked.signedInSince} and impersonator_id is null)
      or exists (select from password_reset where account_id = account.id and address_hash = any(${asked.addressHashes}::bytea[])
        and reset_at > ${asked.resetSince}) as "isKnownAddress"
    from account where email = ${asked.email}`
}

/** Sets the hash if the credentials are still the account's; true for the one caller whose were. */
export async function setPasswordHash(tx: Tx, held: Credentials, passwordHash: string): Promise<boolean> {
  const result = await tx
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', held.accountId)
    .where('email', '=', held.email)
    .where('password_hash', 'is not distinct from', held.passwordHash)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Stores from where the password was last set by a mailed link. */
export async function keepReset(
  tx: Tx,
  reset: { accountId: string; addressHash: Uint8Array; resetAt: Date },
): Promise<void> {
  const { accountId, addressHash, resetAt } = reset
  await tx
    .insertInto('password_reset')
    .values({ account_id: accountId, address_hash: addressHash, reset_at: resetAt })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ address_hash: addressHash, reset_at: resetAt }),
    )
    .execute()
}

/** Deletes the account and everything that refers to it with cascading foreign keys. */
export async function deleteAccountOf(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

function selectCredentials(tx: Tx) {
  return tx.selectFrom('account').select(['id', 'email', 'password_hash'])
}

function credentialsOf(row: { id: string; email: string; password_hash: string | null }): Credentials {
  return { accountId: row.id, email: row.email, passwordHash: row.password_hash }
}
