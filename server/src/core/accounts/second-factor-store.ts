import type { Tx } from '../../platform/db.ts'

export interface SecondFactor {
  /** Sealed for this account. */
  secret: Uint8Array
  /** The newest time step whose code was taken. */
  lastStep: number
  isConfirmed: boolean
}

/** Stores a secret that counts once confirmed, replacing an unconfirmed one; false if there is a confirmed one. */
export async function insertSecondFactor(
  tx: Tx,
  accountId: string,
  { secret, startedAt }: { secret: Uint8Array; startedAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('second_factor')
    .values({ account_id: accountId, secret, last_step: 0, started_at: startedAt, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, last_step: 0, started_at: startedAt })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return row.numInsertedOrUpdatedRows === 1n
}

/** Whether there is a confirmed one. */
export async function hasSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('second_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends, so that of two with the same code one finds it used. */
export async function lockSecondFactor(tx: Tx, accountId: string): Promise<SecondFactor | undefined> {
  const row = await tx
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row && { secret: row.secret, lastStep: Number(row.last_step), isConfirmed: row.confirmed_at !== null }
}

export async function setLastStep(tx: Tx, accountId: string, lastStep: number): Promise<void> {
  await tx.updateTable('second_factor').set({ last_step: lastStep }).where('account_id', '=', accountId).execute()
}

export async function confirmSecondFactorOf(tx: Tx, accountId: string, confirmedAt: Date): Promise<void> {
  await tx.updateTable('second_factor').set({ confirmed_at: confirmedAt }).where('account_id', '=', accountId).execute()
}

/** Deletes the recovery codes too; false if there was no second factor. */
export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const result = await tx.deleteFrom('second_factor').where('account_id', '=', accountId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function insertRecoveryCodes(tx: Tx, accountId: string, codeHashes: readonly Uint8Array[]): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(codeHashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null })))
    .execute()
}

/** True for the one caller who uses up an existing code, stored under one of these hashes. */
export async function spendRecoveryCode(
  tx: Tx,
  accountId: string,
  { hashes, usedAt }: { hashes: Uint8Array[]; usedAt: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: usedAt })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function countRecoveryCodes(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<string>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

/** The sealed key of short recovery codes; undefined where none was kept. */
export async function findRecoveryKey(tx: Tx): Promise<Uint8Array | undefined> {
  return (await tx.selectFrom('recovery_key').select('sealed').executeTakeFirst())?.sealed
}

/** Keeps the sealed key of short recovery codes unless one is kept: later secrets made no such codes. */
export async function insertRecoveryKey(tx: Tx, sealed: Uint8Array): Promise<void> {
  await tx
    .insertInto('recovery_key')
    .values({ is_only: true, sealed })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
}

export async function deleteRecoveryKey(tx: Tx): Promise<void> {
  await tx.deleteFrom('recovery_key').execute()
}
