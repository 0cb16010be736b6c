import type { MailFrequency } from '@leadlight/domain/notifications'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'notification_setting.frequency': MailFrequency
  }
}

export type SettingRow = Row<'notification_setting'>

/** Whose settings, and for which project. */
export interface SettingIds {
  projectId: string
  accountId: string
}

export type SettingChange = Partial<Omit<SettingRow, 'organization_id' | 'project_id' | 'account_id'>>

export function findSetting(tx: Tx, organizationId: string, ids: SettingIds): Promise<SettingRow | undefined> {
  return selectOne(tx, organizationId, ids).executeTakeFirst()
}

/** As `findSetting`, locked until the transaction ends. */
export function lockSetting(tx: Tx, organizationId: string, ids: SettingIds): Promise<SettingRow | undefined> {
  return selectOne(tx, organizationId, ids).forUpdate().executeTakeFirst()
}

function selectOne(tx: Tx, organizationId: string, { projectId, accountId }: SettingIds) {
  return tx
    .selectFrom('notification_setting')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
}

/** The settings of everybody with mails on for the project, locked until the transaction ends. */
export function lockListening(tx: Tx, organizationId: string, projectId: string): Promise<SettingRow[]> {
  return tx
    .selectFrom('notification_setting')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('frequency', '<>', 'off')
    .orderBy('account_id')
    .forUpdate()
    .execute()
}

/** Existing settings stay as they are. */
export async function insertSetting(tx: Tx, row: SettingRow): Promise<void> {
  await tx
    .insertInto('notification_setting')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doNothing())
    .execute()
}

export async function updateSetting(
  tx: Tx,
  organizationId: string,
  { projectId, accountId }: SettingIds,
  change: SettingChange,
): Promise<void> {
  await tx
    .updateTable('notification_setting')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .execute()
}

export interface DueMail extends SettingIds {
  organizationId: string
}

/** At most `limit` people whose mail is due, or due again. Over all organizations: in the scheduler's scope. */
export async function selectDue(tx: Tx, now: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    (select organization_id as "organizationId", project_id as "projectId", account_id as "accountId"
      from notification_setting setting where next_mail_at <= ${now}
      and not exists (select from notification_mail mail where mail.project_id = setting.project_id
        and mail.account_id = setting.account_id and mail.state = 'waiting')
      order by next_mail_at, project_id, account_id limit ${limit})
    union all
    (select organization_id, project_id, account_id from notification_mail
      where state = 'waiting' and next_try_at <= ${now}
      order by next_try_at, id limit ${limit})`.execute(tx)
  return rows
}

/** Deletes settings with all mails and queued leads: of a project, of a person, or of a person in a project. */
export async function deleteSettings(tx: Tx, organizationId: string, whose: Partial<SettingIds>): Promise<void> {
  for (const table of ['notification_lead', 'notification_mail', 'notification_setting'] as const) {
    let deleting = tx.deleteFrom(table).where('organization_id', '=', organizationId)
    if (whose.projectId !== undefined) deleting = deleting.where('project_id', '=', whose.projectId)
    if (whose.accountId !== undefined) deleting = deleting.where('account_id', '=', whose.accountId)
    await deleting.execute()
  }
}
