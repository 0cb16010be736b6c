import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'slack_journey.state_hash': Buffer
  }
}

export async function insertJourney(tx: Tx, row: Row<'slack_journey'>): Promise<void> {
  await tx.insertInto('slack_journey').values(row).execute()
}

/**
 * Ends the account's journey with this state. Resolves with its project; undefined where there is none, or it has
 * ended.
 */
export async function takeJourney(
  tx: Tx,
  organizationId: string,
  { stateHash, accountId }: { stateHash: Buffer; accountId: string },
): Promise<{ projectId: string; expiresAt: Date } | undefined> {
  const row = await tx
    .deleteFrom('slack_journey')
    .where('organization_id', '=', organizationId)
    .where('state_hash', '=', stateHash)
    .where('account_id', '=', accountId)
    .returning(['project_id', 'expires_at'])
    .executeTakeFirst()
  return row && { projectId: row.project_id, expiresAt: row.expires_at }
}

/** Over all organizations: in the scheduler's scope. */
export async function deleteJourneysBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('slack_journey').where('expires_at', '<', before).execute()
}

/** Deletes a project's journeys: those begun before it moves must not end after. */
export async function deleteJourneysOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('slack_journey')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
