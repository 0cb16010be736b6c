import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

interface SlackPressTable {
  key: Buffer
  organization_id: string
  project_id: string
  at: Date
}

declare module '../../platform/db.ts' {
  interface Tables {
    slack_press: SlackPressTable
  }
}

/** Keeps that it was pressed; false where that is known already. */
export async function insertPress(tx: Tx, press: SlackPressTable): Promise<boolean> {
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
