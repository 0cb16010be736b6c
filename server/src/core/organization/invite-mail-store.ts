import type { Tx } from '../../platform/db.ts'

export async function insertInviteMail(
  tx: Tx,
  organizationId: string,
  mail: { id: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('invite_mail')
    .values({ id: mail.id, organization_id: organizationId, created_at: mail.createdAt })
    .execute()
}

/** How many mails there are, and when the first of them was sent. */
export async function countInviteMails(
  tx: Tx,
  organizationId: string,
): Promise<{ count: number; firstAt: Date | null }> {
  const row = await tx
    .selectFrom('invite_mail')
    .select((select) => [
      select.fn.countAll<string>().as('count'),
      select.fn.min<Date | null>('created_at').as('first_at'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), firstAt: row.first_at }
}

export async function deleteInviteMailsUntil(tx: Tx, organizationId: string, until: Date): Promise<void> {
  await tx
    .deleteFrom('invite_mail')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<=', until)
    .execute()
}
