import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Stops asking for opinions in a project that has moved here: its new payer has not agreed to them. */
export async function cancelOpinions(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`
    update second_opinion set state = case when taught_kept is null then 'missing' else 'taught' end, next_try_at = null
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'waiting'`.execute(tx)
}
