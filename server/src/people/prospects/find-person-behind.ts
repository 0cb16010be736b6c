import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A lead's author as a person of the project; null if nobody in particular wrote it. */
export async function findPersonBehind(tx: Tx, organizationId: string, leadId: string): Promise<string | null> {
  const { rows } = await sql<{ personId: string }>`
    select profile.person_id as "personId"
    from lead_view lead join person_profile profile
      on profile.organization_id = ${organizationId} and profile.id = lead.profile_id
    where lead.organization_id = ${organizationId} and lead.id = ${leadId}`.execute(tx)
  return rows[0]?.personId ?? null
}
