import type { Row, Tx } from '../../platform/db.ts'

export type ConnectionRow = Row<'slack_connection'>
export type ConnectionChange = Partial<Omit<Row<'slack_connection'>, 'id' | 'organization_id' | 'project_id'>>

/** The project's connection, whether it works or not. */
export function findConnection(tx: Tx, organizationId: string, projectId: string): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom('slack_connection')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

/** As `findConnection`, by its id alone, for a job. */
export function findConnectionById(tx: Tx, organizationId: string, id: string): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom('slack_connection')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  await tx.insertInto('slack_connection').values(row).execute()
}

export async function updateConnection(
  tx: Tx,
  organizationId: string,
  id: string,
  change: ConnectionChange,
): Promise<void> {
  await tx
    .updateTable('slack_connection')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes it with its channels, rules and messages, and queues its token to be revoked. */
export async function deleteConnection(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('slack_connection')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

/** Marks every working connection of the workspace as shut out, over all organizations: in the scope of Slack. */
export async function shutOutTeam(
  tx: Tx,
  teamId: string,
  { problem, at, before }: { problem: string; at: Date; before: Date },
): Promise<void> {
  await tx
    .updateTable('slack_connection')
    .set({ problem, problem_since: at })
    .where('team_id', '=', teamId)
    .where('connected_at', '<', before)
    .where('problem', 'is', null)
    .execute()
}

/** Whether any project is connected with the workspace, over all organizations: in the scope of Slack. */
export async function isTeamConnected(tx: Tx, teamId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('slack_connection')
    .select('id')
    .where('team_id', '=', teamId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
