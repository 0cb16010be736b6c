import type { Row, Tx } from '../../platform/db.ts'

export type ConfigRow = Row<'slack_channel_config'>
export type ConfigChange = Partial<
  Omit<Row<'slack_channel_config'>, 'id' | 'organization_id' | 'project_id' | 'connection_id' | 'created_at'>
>

/** The project's rules, oldest first, twenty at most. */
export function selectConfigs(tx: Tx, organizationId: string, projectId: string): Promise<ConfigRow[]> {
  return tx
    .selectFrom('slack_channel_config')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findConfig(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; id: string },
): Promise<ConfigRow | undefined> {
  return tx
    .selectFrom('slack_channel_config')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('id', '=', ids.id)
    .executeTakeFirst()
}

export async function insertConfig(tx: Tx, row: ConfigRow): Promise<void> {
  await tx.insertInto('slack_channel_config').values(row).execute()
}

export async function updateConfig(tx: Tx, organizationId: string, id: string, change: ConfigChange): Promise<void> {
  await tx
    .updateTable('slack_channel_config')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteConfig(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('slack_channel_config')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
