import type { Tx } from '../../platform/db.ts'

/** What Google says of somebody. `subject` identifies the person for ever; the address may change hands. */
export interface GoogleIdentity {
  subject: string
  email: string
  givenName: string | null
  familyName: string | null
  picture: string | null
}

/** Links the Google account unless it, or another one of this account, is already linked. */
export async function insertGoogleIdentity(
  tx: Tx,
  accountId: string,
  { linkedAt, ...identity }: GoogleIdentity & { linkedAt: Date },
): Promise<{ inserted: boolean }> {
  const result = await tx
    .insertInto('google_identity')
    .values({
      subject: identity.subject,
      account_id: accountId,
      email: identity.email,
      ...namesOf(identity),
      linked_at: linkedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return { inserted: result.numInsertedOrUpdatedRows === 1n }
}

/**
 * Stores what Google says today, keeping the former address if it gives none. Returns the account it belongs to, or
 * undefined.
 */
export async function updateGoogleIdentity(
  tx: Tx,
  { email, ...identity }: Omit<GoogleIdentity, 'email'> & { email: string | undefined },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('google_identity')
    .set({ ...namesOf(identity), ...(email !== undefined && { email }) })
    .where('subject', '=', identity.subject)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** The account that this Google account signs in to; undefined if none. */
export async function findAccountOfGoogleIdentity(tx: Tx, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('google_identity')
    .select('account_id')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

export async function findGoogleIdentity(tx: Tx, accountId: string): Promise<GoogleIdentity | undefined> {
  const row = await tx.selectFrom('google_identity').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return (
    row && {
      subject: row.subject,
      email: row.email,
      givenName: row.given_name,
      familyName: row.family_name,
      picture: row.picture,
    }
  )
}

export async function deleteGoogleIdentity(tx: Tx, accountId: string): Promise<{ deleted: boolean }> {
  const result = await tx.deleteFrom('google_identity').where('account_id', '=', accountId).executeTakeFirst()
  return { deleted: result.numDeletedRows === 1n }
}

function namesOf({ givenName, familyName, picture }: Pick<GoogleIdentity, 'givenName' | 'familyName' | 'picture'>) {
  return { given_name: givenName, family_name: familyName, picture }
}
