import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Makes the websites that name accounts due again in a project that has moved. The accounts are stored as hashes that
 * mean something only to the former organization.
 */
export async function rereadSites(
  tx: Tx,
  organizationId: string,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  await sql`
    update company_site set state = 'waiting', next_at = ${now}, accounts = '[]'
    where organization_id = ${organizationId} and project_id = ${projectId} and accounts <> '[]'`.execute(tx)
}
