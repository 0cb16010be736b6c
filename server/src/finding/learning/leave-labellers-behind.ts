import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Takes from a project that has moved who of its former organization said what under its signals. What was said stays. */
export async function leaveLabellersBehind(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  const signals = sql`select id from intent_signal where organization_id = ${organizationId} and project_id = ${projectId}`
  for (const table of ['signal_label', 'signal_audit_post'] as const) {
    await sql`update ${sql.table(table)} set account_id = null
      where organization_id = ${organizationId} and intent_signal_id in (${signals}) and account_id is not null`.execute(
      tx,
    )
  }
}
