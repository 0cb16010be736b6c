import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Asks for no opinion any more in a project that has come from elsewhere: who is to pay for it has not been asked. */
export async function cancelOpinions(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    update second_opinion set state = 'missing', next_try_at = null
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'waiting'`.execute(tx)
}
