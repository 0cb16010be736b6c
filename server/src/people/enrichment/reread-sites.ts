import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * Has the websites of a project that has moved read again where they name accounts: those are kept as hashes that mean something
 * to the former organization alone.
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
