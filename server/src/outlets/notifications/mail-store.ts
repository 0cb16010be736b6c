import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { SettingIds } from './setting-store.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'notification_mail.state': 'waiting' | 'sent' | 'failed' | 'dropped'
  }
}

export type MailRow = Row<'notification_mail'>

/** Queues leads for somebody's next mail; those already mailed or queued stay as they are. */
export async function insertWaiting(
  tx: Tx,
  organizationId: string,
  { projectId, accountId }: SettingIds,
  leadIds: readonly string[],
): Promise<void> {
  await sql`
    insert into notification_lead (organization_id, project_id, account_id, lead_id)
    select ${organizationId}, ${projectId}, ${accountId}, id from unnest(${leadIds}::uuid[]) id
    on conflict do nothing`.execute(tx)
}

export async function countWaiting(tx: Tx, organizationId: string, ids: SettingIds): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_lead where organization_id = ${organizationId}
    and project_id = ${ids.projectId} and account_id = ${ids.accountId} and mail_id is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function deleteWaiting(tx: Tx, organizationId: string, ids: SettingIds): Promise<void> {
  await sql`
    delete from notification_lead where organization_id = ${organizationId}
    and project_id = ${ids.projectId} and account_id = ${ids.accountId} and mail_id is null`.execute(tx)
}

/** The unfinished mail to somebody, if any. */
export function findOpenMail(tx: Tx, organizationId: string, ids: SettingIds): Promise<MailRow | undefined> {
  return tx
    .selectFrom('notification_mail')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('account_id', '=', ids.accountId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** Opens a mail of all leads queued for somebody; undefined where there are none. */
export async function openMail(
  tx: Tx,
  organizationId: string,
  { projectId, accountId, id, now }: SettingIds & { id: string; now: Date },
): Promise<MailRow | undefined> {
  if ((await countWaiting(tx, organizationId, { projectId, accountId })) === 0) return undefined
  const row: MailRow = {
    id,
    organization_id: organizationId,
    project_id: projectId,
    account_id: accountId,
    state: 'waiting',
    tries: 0,
    next_try_at: now,
    created_at: now,
  }
  await tx.insertInto('notification_mail').values(row).execute()
  await sql`
    update notification_lead set mail_id = ${id} where organization_id = ${organizationId}
    and project_id = ${projectId} and account_id = ${accountId} and mail_id is null`.execute(tx)
  return row
}

/** The leads in a mail, in no order. */
export async function selectMailLeads(tx: Tx, organizationId: string, mailId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('notification_lead')
    .select('lead_id')
    .where('organization_id', '=', organizationId)
    .where('mail_id', '=', mailId)
    .execute()
  return rows.map((row) => row.lead_id)
}

/** Counts an attempt before it is made. Should its worker die, the next is made at `nextTryAt`. */
export async function beginTry(
  tx: Tx,
  organizationId: string,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  nextTryAt: Date,
): Promise<void> {
  await tx
    .updateTable('notification_mail')
    .set({ tries: tries + 1, next_try_at: nextTryAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Records the outcome of an attempt; false where another attempt has begun or the mail has ended since. */
export async function settleMail(
  tx: Tx,
  organizationId: string,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  settled: Pick<MailRow, 'state' | 'next_try_at'>,
): Promise<boolean> {
  const [result] = await tx
    .updateTable('notification_mail')
    .set(settled)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .execute()
  return result?.numUpdatedRows === 1n
}

/** Returns a mail's leads to the queue for the next one. */
export async function releaseLeads(tx: Tx, organizationId: string, mailId: string): Promise<void> {
  await tx
    .updateTable('notification_lead')
    .set({ mail_id: null })
    .where('organization_id', '=', organizationId)
    .where('mail_id', '=', mailId)
    .execute()
}

/** Deletes at most `limit` mails that ended before then. Over all organizations: in the scheduler's scope. */
export async function deleteMailsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification_mail where id in (
      select id from notification_mail where created_at < ${before} and state <> 'waiting'
      order by created_at limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
