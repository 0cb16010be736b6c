import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'slack_press.key': Buffer
  }
}

/** Records a press; false where it is already recorded. */
export async function insertPress(tx: Tx, press: Row<'slack_press'>): Promise<boolean> {
  const { rows } = await sql`
    insert into slack_press (key, organization_id, project_id, at)
    values (${press.key}, ${press.organization_id}, ${press.project_id}, ${press.at})
    on conflict (key) do nothing returning key`.execute(tx)
  return rows.length > 0
}

/** Over all organizations: in the scheduler's scope. */
export async function deletePressesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('slack_press').where('at', '<', before).execute()
}

export async function deletePressesOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('slack_press')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
