import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Removes the former organization's users from the labels of a project that has moved. The labels stay. */
export async function detachLabellers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  const signals = sql`select id from intent_signal_view intent_signal where organization_id = ${organizationId} and project_id = ${projectId}`
  await sql`update signal_label set account_id = null
    where organization_id = ${organizationId} and intent_signal_id in (${signals}) and account_id is not null`.execute(
    tx,
  )
}
